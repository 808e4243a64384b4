/* The script and React: it gets the router's functions, and is called when React has drawn what the state says. The first
 * screen of a visit is drawn bit by bit, between which the browser answers whoever taps or types: React calls this a
 * transition. What comes over the socket meanwhile is drawn at once, and what a call needs is drawn before it. */

import { startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useBlocker, useNavigate, useNavigation } from "react-router";
import { backend } from "../patches/backend.js";
import { routed } from "./address.js";
import { setBackend } from "./files.js";
import { tick } from "./idle.js";
import * as commands from "./index.js";
import { asked, blocks, navigating } from "./leaving.js";
import { start } from "./page.js";

const waiting = new Set();

/* Whether there is something to draw, as soon as there is time for it; a component that has drawn it goes on at once. */
export function useCalmly(ready) {
  const [begun, begin] = useState(ready);
  useEffect(() => {
    if (!ready || begun) return undefined;
    const go = () => begin(true);
    waiting.add(go);
    startTransition(go);
    return () => waiting.delete(go);
  }, [ready, begun]);
  return ready && begun;
}

/* A call may come in the same turn as the change of the state it follows, before React has drawn that: have it done. */
const drawnFirst =
  (act) =>
  (...values) => {
    flushSync(() => {
      for (const go of waiting) go();
    });
    return act(...values);
  };

// Not where pages are written ahead of time: there is no document.
if (typeof document !== "undefined") {
  window.adminApp = Object.fromEntries(Object.entries(commands).map(([name, act]) => [name, drawnFirst(act)]));
  start();
}

/* A component of its own: hooks of a wrapper run above the error boundary, which could not catch the error. */
export function Bridge({ limit }) {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const blocker = useBlocker(blocks);
  const [late, setLate] = useState(false);
  const wanted = navigation.location ? navigation.location.pathname + navigation.location.search : "";
  useEffect(() => routed(navigate), [navigate]);
  useEffect(() => asked(blocker), [blocker]);
  useEffect(() => {
    setBackend(backend());
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => navigating(navigation.state, wanted, limit, () => setLate(true)), [navigation.state, wanted, limit]);
  if (late) throw new Error("the code of the screen did not load in time");
  return null;
}
