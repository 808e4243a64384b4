/* What is asked of the server when the address changes. By itself, Reflex asks when React has drawn the change, and tells
 * all of the browser's storage before each question, which is a message, an event and an answer of its own. */

import { foresees, reveal, show } from "./foreseen.js";

const LATEST = 5 * 60 * 1000;

/* What was told of states that no page here has read. */
const told = {};

/* What of the browser's storage is new to the server: what a state of the page holds, it has said or was told. After a
 * while it is told all again, since it forgets who asks for nothing. */
export function news(stored, store, since) {
  const known = (path) => {
    const end = path.lastIndexOf(".");
    return store.getSnapshot(path.slice(0, end))?.[path.slice(end + 1)] ?? told[path];
  };
  const found = Object.entries(stored).filter(([path, value]) => since > LATEST || known(path) !== value);
  Object.assign(told, Object.fromEntries(found));
  return Object.fromEntries(found);
}

let last = Date.now();
const here = () => location.pathname + location.search;
let is = null;
let ask = null;
let asked = "";
let answered = true;
let shown = false;

/* Whether the rows of this address are still to come. */
export const isAsked = () => !answered && !shown;

/* Go to another page of the same list: what is known of it is shown at once, and it is asked for as soon as the address
 * is there, without waiting for React. */
export async function turnTo(address, navigate) {
  if (!ask) return navigate();
  answered = false;
  shown = show(address);
  // In one drawing with what is shown. Where nothing is, it would only hold up the question.
  if (shown) is(false);
  await navigate();
  if (asked === here()) return;
  if (here() === address) {
    ask();
    return;
  }
  answered = true; // something held it back
  is(true);
}

/* Take the questions over from Reflex: `app` makes them, `send` sends them, and `store` holds the states. */
export function asks({ app, send, store }) {
  if (ask) return;
  const root = app.state_name;
  const { onLoadInternalEvent } = app;
  is = (hydrated) => store.dispatchers[root]({ is_hydrated_rx_state_: hydrated });
  const questions = () => {
    const made = onLoadInternalEvent();
    const stored = made.find(({ payload }) => payload?.vars);
    if (stored) stored.payload.vars = news(stored.payload.vars, store, Date.now() - last);
    last = Date.now();
    return made.filter((each) => each !== stored || Object.keys(stored.payload.vars).length);
  };
  foresees(store);
  answered = store.getSnapshot(root).is_hydrated_rx_state_;
  store.subscribe(root, () => {
    if (!store.getSnapshot(root).is_hydrated_rx_state_) return;
    answered = true;
    reveal();
  });
  ask = () => {
    asked = here();
    is(false);
    answered = false;
    send(questions());
  };
  // React has drawn the change: Reflex has just said that the page waits, and would ask.
  app.onLoadInternalEvent = () => {
    const early = asked === here();
    asked = "";
    if (!early) {
      shown = false;
      reveal();
      return questions();
    }
    if (answered) is(true);
    return [];
  };
}
