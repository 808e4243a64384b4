/* In place of Reflex's own `utils/context-registry.js` (tools/bundle.py): a component is drawn again when one of the
 * variables it reads has changed, not whenever any of their state has. Of the hundred parts of a page that read something
 * of its list, a dozen read what the next page of it changes. */

import { useContext, useMemo, useSyncExternalStore } from "react";
import { app, StateStoreContext } from "../../utils/context-registry.js";
import { applyDelta } from "../../utils/state.js";
import { laid, onLaid } from "./foreseen.js";

export * from "../../utils/context-registry.js";

/* Whether two values of a state say the same, as Reflex compares them: what was foreseen comes true. */
function isSame(held, value) {
  if (Object.is(held, value)) return true; // most of what is read, at each change of a state
  const state = { value: held };
  return applyDelta(state, { value }) === state;
}

/* Look at a state, and say by another view of it that something has changed of what was read there so far. What is read
 * later, by an event, is what the state holds then. */
export function watched(latest) {
  const read = new Set();
  let held;
  let view;
  const noted = {
    get: (_, name) => {
      read.add(name);
      return latest()[name];
    },
  };
  return () => {
    const now = latest();
    if (!view || [...read].some((name) => !isSame(held[name], now[name]))) view = new Proxy(now, noted);
    held = now;
    return view;
  };
}

/* The state of a name, as Reflex's components read it. */
export function useStateContext(name) {
  const store = useContext(StateStoreContext);
  const [subscribe, look] = useMemo(
    () => [
      (listener) => {
        const ends = [store.subscribe(name, listener), onLaid(name, listener)];
        return () => {
          for (const end of ends) end();
        };
      },
      watched(() => laid(name, store.getSnapshot(name) ?? app.initialState?.[name] ?? {})),
    ],
    [store, name],
  );
  return useSyncExternalStore(subscribe, look, look);
}
