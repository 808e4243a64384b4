/* The first values of a state come with the code that reads it: Reflex writes those of all states into every page, which
 * grows with each screen (tools/bundle.py). What a page has no code for yet is kept as the server sends it. */

import { readFileSync } from "node:fs";
import { fileURLToPath, URL } from "node:url";

const CONTEXT = fileURLToPath(new URL("utils/context.jsx", import.meta.url));
const REGISTRY = fileURLToPath(new URL("utils/context-registry.js", import.meta.url));
const PREFIX = "virtual:first-values/";
const READ = /\buseStateContext\("([^"]+)"\)/g;
const DECLARED = /^export const initialState = (\{.*\})$/m;
/* The root and what Reflex has of its own, which no page names. */
const ALWAYS = /^reflex___state____state(\.reflex___state____\w+)?$/;

const CHANGES = [
  // A message may tell of a state whose page is not loaded yet. What is told of no state of this build at all ends in
  // "state_mismatch" before it gets here.
  [
    "  const dispatchers = {};\n",
    `  const dispatchers = new Proxy({}, { get: (made, name) => (made[name] ??= dispatcher(name)) });
  const dispatcher = (substateName) => (delta) => {
    const currentState = state[substateName];
    const nextState = currentState ? applyDelta(currentState, delta) : delta;
    if (nextState === currentState) return;
    state[substateName] = nextState;
    notify(substateName);
  };
`,
  ],
  [
    `      dispatchers[substateName] = (delta) => {
        const currentState = state[substateName];
        const nextState = applyDelta(currentState, delta);
        if (nextState === currentState) return;
        state[substateName] = nextState;
        notify(substateName);
      };
`,
    "",
  ],
  ["  mergeInitialState(initialState);\n", "  mergeInitialState(initialState);\n  learning(mergeInitialState);\n"],
];

const REGISTERED = `
const firstValues = {};
let learned = () => {};

/* The code of a page tells the first values of a state it reads, before it draws anything. */
export function learn(name, values) {
  firstValues[name] = values;
  learned({ [name]: values });
}

export const always = (values) => Object.assign(firstValues, values);

export function learning(act) {
  learned = act;
}
`;

function changed(code, before, after) {
  if (code.split(before).length !== 2) {
    throw new Error("utils/context.jsx of this Reflex version differs from what tools/bundler/first_values.js knows");
  }
  return code.replace(before, () => after);
}

const only = (values, wanted) => Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name)));

export function firstValues() {
  let all;
  return {
    name: "first-values",
    apply: "build",
    enforce: "pre",
    buildStart() {
      all = JSON.parse(readFileSync(CONTEXT, "utf8").match(DECLARED)[1]);
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      const told = `${JSON.stringify(name)}, ${JSON.stringify(all[name])}`;
      return {
        code: `import { learn } from "$/utils/context-registry";\nlearn(${told});\n`,
        moduleSideEffects: true,
      };
    },
    transform(code, id) {
      if (id === REGISTRY) return { code: code + REGISTERED, map: null };
      if (id === CONTEXT) {
        const kept = JSON.stringify(only(all, (name) => ALWAYS.test(name)));
        const import_ = 'import { always, learning } from "$/utils/context-registry";\n';
        const declared = `export const initialState = always(${kept})`;
        const rest = changed(code, DECLARED.exec(code)[0], declared);
        return {
          code: import_ + CHANGES.reduce((text, [before, after]) => changed(text, before, after), rest),
          map: null,
        };
      }
      const read = new Set([...code.matchAll(READ)].map(([, name]) => name).filter((name) => !ALWAYS.test(name)));
      if (!read.size) return null;
      const unknown = [...read].filter((name) => !(name in all));
      if (unknown.length) throw new Error(`${id} reads states that are not in ${CONTEXT}: ${unknown}`);
      return { code: [...read].map((name) => `import "${PREFIX}${name}";\n`).join("") + code, map: null };
    },
  };
}
