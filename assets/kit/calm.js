/* The first screen of a visit is drawn bit by bit, between which the browser answers whoever taps or types: React calls
 * this a transition. What comes over the socket meanwhile is drawn at once, and what a call needs is drawn before it. */

import { startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";

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

/* Have drawn now what waits for its time. */
export const hurry = () =>
  flushSync(() => {
    for (const go of waiting) go();
  });
