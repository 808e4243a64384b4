/* A table that is typed in (an import), and the focus on what the state has put on the page. */

import { all, byId, on, one, whenThere } from "./page.js";

/* Enter ends a cell and goes on to the next one of the page that is wrong. */
on("keydown", "[data-cell]", (input, event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const cells = all("[data-cell]");
  const after = cells.slice(cells.indexOf(input) + 1);
  const next = after.find((each) => each.getAttribute("aria-invalid") === "true") || after[0];
  if (next) focus(next);
  else input.blur();
});

/* What a cell holds is selected there, as after the tab key: what is typed takes its place. In a text it goes on. */
const focus = (element) => {
  element.focus();
  if (element.matches("[data-cell]")) element.select();
  if (element.matches("textarea")) element.setSelectionRange(element.value.length, element.value.length);
};

/* Where somebody went by themselves since they last pressed something: into what is typed in, or by a key. An answer that
 * comes late does not take the focus from there; from what was pressed it does, wherever the browser has it then. */
const HOLDS_TEXT =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";
let own = null;
let byKey = false;
on("pointerdown", null, (target) => (own = target.closest?.(HOLDS_TEXT)), true);
on("submit", null, () => (own = null), true);
// A choice that acts at once is a press; one that is saved with its form is typed.
on("change", "select:not([data-guard] *)", () => (own = null), true);
on(
  "keydown",
  null,
  (target, { key }) => {
    byKey = !["Enter", " "].includes(key);
    if (!byKey || !target.matches?.(HOLDS_TEXT)) own = null;
    setTimeout(() => (byKey = false));
  },
  true,
);
on("focusin input", null, (target) => {
  if (byKey || target.matches?.(HOLDS_TEXT)) own = target;
});

const lead = (element) => {
  if (own && own === document.activeElement) return;
  focus(element);
  own = null;
};
export const focusFirst = (selector) => whenThere(() => one(selector), lead);
export const focusOn = (id) => whenThere(() => byId(id), lead);
