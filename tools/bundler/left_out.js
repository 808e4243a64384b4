/* Parts of libraries that no page of ours reaches are left out of what a browser loads (tools/bundle.py): nothing is kept
 * in cookies, the socket is a WebSocket, files go to our own routes (sending.js), and the pages of React Router know all
 * routes from the start and have no loaders, so that there is nothing to look up, fetch or decode. */

import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath, URL } from "node:url";

/* What stands in place of each file; whatever else a file exports says that it was left out when it is called. */
const REACT_ROUTER = "react-router/dist/production/";
const REPLACED = {
  "node_modules/engine.io-client/build/esm/transports/index.js": `
import { WS } from "./websocket.js";
export const transports = { websocket: WS };
`,
  "node_modules/universal-cookie/esm/index.mjs": `
export default class Cookies {
  get = () => refuse("cookies");
  set = this.get;
  remove = this.get;
}
`,
  // Properties that a parent of another library hands down, as Radix does: one level of them.
  "node_modules/mergician/dist/mergician.esm.js": `
export const mergician = (given, own) => ({ ...given, ...own });
`,
  "utils/helpers/upload.js": ``,
  [`node_modules/${REACT_ROUTER}lib/router/instrumentation.js`]: `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
`,
  [`node_modules/${REACT_ROUTER}lib/dom/ssr/fog-of-war.js`]: `
export const isFogOfWarEnabled = () => false;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => undefined;
`,
  // What is left is what the original does without a server: it calls each route's own handler, which loads its code.
  [`node_modules/${REACT_ROUTER}lib/dom/ssr/single-fetch.js`]: `
const called = async ({ matches }) => {
  const wanted = matches.filter((match) => match.shouldCallHandler());
  const results = await Promise.all(wanted.map((match) => match.resolve((handler) => handler())));
  return Object.fromEntries(wanted.map((match, i) => [match.route.id, results[i]]));
};
export const getTurboStreamSingleFetchDataStrategy = () => (args) => args.runClientMiddleware(called);
export const decodeViaTurboStream = async () => ({ value: { loaderData: {}, actionData: null, errors: null } });
`,
};

/* The versions whose files these are: another one is to be read again first. */
const KNOWN = { "engine.io-client": "6.6.8", mergician: "2.0.2", "react-router": "8.4.0", "universal-cookie": "8.1.2" };

const LISTED = /export \{([^}]*)\};/g;
const DECLARED = /export (?:const|class|function) (\w+)/g;

function exportedBy(code) {
  const listed = [...code.matchAll(LISTED)].flatMap(([, names]) => names.split(","));
  const declared = [...code.matchAll(DECLARED)].map(([, name]) => name);
  return [...listed.map((each) => each.trim().split(" as ").pop()), ...declared].filter(
    (name) => name && name !== "default",
  );
}

/* The replacement of a file, with all names that others may ask the file for. */
function complete(code, original) {
  const own = new Set(exportedBy(code));
  const others = exportedBy(original).filter((name) => !own.has(name));
  const refused = others.map((name) => `export const ${name} = () => refuse("${name}");\n`).join("");
  return `${code}
function refuse(name) {
  throw new Error(\`tools/bundler/left_out.js leaves \${name} out\`);
}
${refused}`;
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export function leftOut() {
  // By their real names, as the bundler calls them.
  const replaced = new Map(Object.entries(REPLACED).map(([path, code]) => [realpathSync(here(path)), code]));
  const found = new Set();
  return {
    name: "left-out",
    apply: "build",
    enforce: "pre",
    buildStart() {
      for (const [name, known] of Object.entries(KNOWN)) {
        const { version } = JSON.parse(readFileSync(here(`node_modules/${name}/package.json`), "utf8"));
        if (version !== known) throw new Error(`tools/bundler/left_out.js knows ${name} ${known}, not ${version}`);
      }
    },
    load(id, { ssr } = {}) {
      if (ssr || !replaced.has(id)) return null;
      found.add(id);
      return complete(replaced.get(id), readFileSync(id, "utf8"));
    },
    generateBundle({ dir }) {
      const missed = [...replaced.keys()].filter((id) => !found.has(id));
      if (dir.endsWith("client") && missed.length) throw new Error(`left_out.js: nobody reads ${missed}`);
    },
  };
}
