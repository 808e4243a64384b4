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
export const focusFirst = (selector) => whenThere(() => one(selector), focus);
export const focusOn = (id) => whenThere(() => byId(id), focus);
