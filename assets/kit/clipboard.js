/* Copying to the clipboard; the button says that it was done. */

import { byId, on } from "./page.js";

const SAID = 1500;

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  button.setAttribute("data-done", "");
  setTimeout(() => button.removeAttribute("data-done"), SAID);
}

/* A table as a spreadsheet takes it. */
export const textOf = (table) =>
  [...table.rows].map((row) => [...row.cells].map((each) => each.textContent).join("\t")).join("\n");

on("click", "[data-copy]", (button) => copy(button, button.dataset.copy));
on("click", "[data-copy-table]", (button) => copy(button, textOf(byId(button.dataset.copyTable))));
