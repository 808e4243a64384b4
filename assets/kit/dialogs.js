/* Dialogs open and close by the commands of their buttons; what is left is what goes with that. */

import { byId, on, one } from "./page.js";
import { forget } from "./selection.js";

export function openDialog(id) {
  const dialog = byId(id);
  if (dialog && !dialog.open) dialog.showModal();
}
export const closeDialog = (id) => byId(id)?.close();

const closeAround = (element) => element.closest("dialog")?.close();

// One at a time: what opens a dialog from within another one closes that.
on("click", "dialog [command=show-modal]", closeAround);
/* What is sent may open a dialog, or close its own: a button that sends a form has no command. */
on("submit", "form[data-opens]", (form) => {
  closeAround(form);
  openDialog(form.dataset.opens);
});
on("submit", "form[data-closes]", closeAround);
on("click", "a[data-closes]", closeAround);

/* A button may open a dialog with one of its choices made: `scope=selected`. */
on("click", "[data-picks]", (button) => {
  const [name, value] = button.dataset.picks.split("=");
  const choice = one(`[name="${name}"][value="${value}"]`, byId(button.getAttribute("commandfor")));
  if (choice) choice.checked = true;
});

// What was typed the last time a dialog was open does not count.
on("beforetoggle", "dialog", (dialog, { newState }) => {
  if (newState === "open") forget(dialog);
});

on("click", "[data-toggles]", (button) => {
  const panel = byId(button.dataset.toggles);
  panel.hidden = !panel.hidden;
  button.setAttribute("aria-expanded", String(!panel.hidden));
});
