/* What a list shows on another page of it, told before anybody opens that (`look_ahead` of admin_app/kit/lists/state.py).
 * Who opens it sees it at once, laid over what the server said last, until the server says what there is. */

/* Less than what the server keeps of it (admin_app/api/ahead.py). */
export const KEPT = 25_000;

let store = null;
let told = null;
let over = null;
const listeners = new Map();

/* The store of Reflex's states, which this never writes to. */
export function foresees(kept) {
  store = kept;
}

/* What the state of a name says at an address: a command of the server. */
export function foreseen(name, address, values) {
  told = { name, address, values, since: Date.now(), seen: store.getSnapshot(name) };
}

function lay(found) {
  if (over === found) return;
  const changed = new Set([over?.name, found?.name]);
  over = found;
  for (const [listener, name] of listeners) if (changed.has(name)) listener();
}

/* Show what is known of an address, unless it is old or its list has said something since; whether it was. What was shown
 * before stays otherwise, as any rows do until there are others. */
export function show(address) {
  const fits =
    told?.address === address && Date.now() - told.since < KEPT && store.getSnapshot(told.name) === told.seen;
  if (fits) lay(told);
  told = null;
  return fits;
}

/* Whether something is on show that the server has not confirmed. */
export const isForeseen = () => Boolean(over);

/* The server has answered, or another screen is opened. */
export const reveal = () => lay(null);

/* What the page is to show of a state. */
export function laid(name, state) {
  if (over?.name !== name) return state;
  if (over.seen !== state) Object.assign(over, { seen: state, whole: null });
  over.whole ??= { ...state, ...over.values };
  return over.whole;
}

export function onLaid(name, listener) {
  listeners.set(listener, name);
  return () => listeners.delete(listener);
}
