/* The first list of a visit is laid out a little at a time, so that a slow phone answers in between: cards below the
 * window are left for when nothing else is to be done (assets/styles/phone-lists.css). From then on rows are laid out as
 * any others, and Back finds its place among them. */

import { all, onDraw, one, root } from "./page.js";

const ROWS = "tr[data-testid=row]:not([data-laid])";
const AT_ONCE = 2;
let settling = false;

const whenIdle = (act) => (window.requestIdleCallback ? window.requestIdleCallback(act) : setTimeout(act, 50));
const settle = () => root().setAttribute("data-settled", "");

function step() {
  const left = all(ROWS);
  for (const row of left.slice(0, AT_ONCE)) row.setAttribute("data-laid", "");
  if (left.length > AT_ONCE) whenIdle(step);
  else settle();
}

/* A page that is loaded again has a place to return to. */
const returns = () => performance.getEntriesByType?.("navigation")[0]?.type !== "navigate";
const leavesOut = (row) => getComputedStyle(row).contentVisibility === "auto";

onDraw(() => {
  if (settling) return;
  const row = one(ROWS);
  if (!row) return;
  settling = true;
  if (returns() || !leavesOut(row)) settle();
  else whenIdle(step);
});
