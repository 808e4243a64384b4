/* In place of Reflex's own `utils/context-registry.js` (tools/bundle.py): a component is drawn again when one of the
 * variables it reads has changed, not whenever any of their state has. Of the hundred parts of a page that read something
 * of its list, a dozen read what the next page of it changes. */

import { useContext, useMemo, useSyncExternalStore } from "react";
import { app, StateStoreContext } from "../../utils/context-registry.js";

export * from "../../utils/context-registry.js";

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
    if (!view || [...read].some((name) => !Object.is(now[name], held[name]))) view = new Proxy(now, noted);
    held = now;
    return view;
  };
}

/* The state of a name, as Reflex's components read it. */
export function useStateContext(name) {
  const store = useContext(StateStoreContext);
  const [subscribe, look] = useMemo(
    () => [
      (listener) => store.subscribe(name, listener),
      watched(() => store.getSnapshot(name) ?? app.initialState?.[name] ?? {}),
    ],
    [store, name],
  );
  return useSyncExternalStore(subscribe, look, look);
}
