/* Cells that are changed where they stand: those of an import. */

import { all, byId, on, one, whenThere } from "./page.js";

const edits = [];

/* A cell is sent when it is left, if it has changed: the state takes the edits one by one. */
export const edit = () => edits.shift() ?? {};

on("change", "[data-cell]", (input) => {
  edits.push({ line: input.dataset.line, at: input.dataset.at, text: input.value });
  one("[data-commit]")?.click();
});

/* Enter ends a cell and goes on to the next one of the page that is wrong. */
on("keydown", "[data-cell]", (input, event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const cells = all("[data-cell]");
  const after = cells.slice(cells.indexOf(input) + 1);
  const next = after.find((each) => each.getAttribute("aria-invalid") === "true") || after[0];
  if (next) next.focus();
  else input.blur();
});

/* ---- called by the state ---- */

const focus = (element) => element.focus();
export const focusFirst = (selector) => whenThere(() => one(selector), focus);
export const arrived = (id) => whenThere(() => byId(id), focus);
export const focusOn = (id) =>
  whenThere(
    () => byId(id),
    (control) => {
      control.focus();
      control.scrollIntoView({ block: "center", inline: "center" });
    },
  );

/* A line of an import was set aside: the button of the one after it is next. */
export function lineGone(number) {
  const next = all("main tr[data-testid=row]").find((each) => Number(each.dataset.id) > number);
  (one("button", next?.lastElementChild) || byId("import-lines"))?.focus();
}
