/* Dialogs and menus: the browser opens and closes them by the commands of their buttons, roving.js moves in a menu. What is
 * left is what goes with that: one dialog at a time, a menu that closes after a choice, and the focus when they are gone. */

import { all, byId, isFocusLost, on, one, stop } from "./page.js";
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

// What was looked for the last time a dialog was open is typed over.
on("beforetoggle", "dialog", (dialog, { newState }) => {
  if (newState !== "open") return;
  forget(dialog);
  const first = one("[data-focused]", dialog);
  first?.setAttribute("autofocus", "");
  if (first?.matches("[type=search]")) first.select();
});

/* A dialog that asks anew each time forgets its answers; what the page wrote in it stays, and so does what is meant by
 * rows that are still ticked. */
on("close", "dialog:has([data-anew])", (dialog) => {
  for (const each of all("[data-anew] [type=radio]", dialog)) each.checked = each.defaultChecked;
  for (const each of all("[data-anew] [data-needs-selection]:enabled", dialog)) each.checked = true;
});

/* The browser gives the focus back to what opened a dialog. A menu that was closed over it cannot have it, nor what a
 * list has taken away meanwhile: it goes to what opens the menu, to the selection, or to the rows. */
const openers = {};
const openerOf = (menu) => one(`[popovertarget="${CSS.escape(menu.id)}"]`);
on("click", "[data-menu] [command=show-modal]", (button) => {
  openers[button.getAttribute("commandfor")] = openerOf(button.closest("[data-menu]"));
});
on("close", "[data-list] dialog, .menu-place > dialog", (dialog) => {
  // What had it in the dialog keeps it until the page is drawn again.
  if (!isFocusLost() && !dialog.contains(document.activeElement)) return;
  const list = dialog.closest("[data-list]");
  const opener = openers[dialog.id];
  delete openers[dialog.id];
  (opener || one(".bulk-bar.shown", list) || one(".table-scroll", list))?.focus({ preventScroll: true });
});

/* A panel that one button opens may be closed by another, in it: the focus goes back to the first. */
function toggle(panel, by) {
  const [opener] = all(`[data-toggles="${CSS.escape(panel.id)}"][aria-expanded]`);
  panel.hidden = !panel.hidden;
  opener.setAttribute("aria-expanded", String(!panel.hidden));
  if (panel.hidden && by !== opener) opener.focus();
}

on("click", "[data-toggles]", (button) => toggle(byId(button.dataset.toggles), button));
// What opens over the panel is closed first, by the browser.
on("keydown", "[role=search]", (search, { key }) => {
  const panel =
    key === "Escape" && !one("[popover]:popover-open", search) && one("[data-toggles][aria-expanded=true]", search);
  if (panel) toggle(byId(panel.dataset.toggles), search);
});

/* A box that unfolds is shut by Escape, with what is in it; what opens it has the focus then. */
on("keydown", "details[data-escapes][open]", (unfolded, { key }) => {
  if (key !== "Escape" || one("dialog[open], [popover]:popover-open")) return;
  unfolded.open = false;
  one("summary", unfolded).focus();
});

/* ---- menus ---- */

on("keydown", "[popovertarget]", (button, event) => {
  const menu = byId(button.getAttribute("popovertarget"));
  if (!menu?.matches("[data-menu]") || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  stop(event);
  menu.showPopover({ source: button });
});
// Not when something opens within it.
on("toggle", "[data-menu]", (menu, { newState, target }) => {
  if (newState === "open" && target === menu) one(menu.dataset.roving, menu)?.focus();
});

/* What opens something of its own leaves the menu below it; what tells why it is shut is read in it. */
const STAYS = "[command], [popovertarget], [aria-disabled=true], dialog *";
on("click", "[data-menu] :is(a, button)", (chosen) => {
  if (!chosen.matches(STAYS)) chosen.closest("[data-menu]").hidePopover();
});

on("change", "[data-menu] > .phone-tools *", (chosen) => chosen.closest("[data-menu]").hidePopover());

/* The dialog of one of its buttons is closed: so is the menu, and the focus is where it began. */
on("close", "[data-menu] dialog", (dialog) => {
  const menu = dialog.closest("[data-menu]");
  menu.hidePopover();
  openerOf(menu)?.focus();
});

/* The browser gives the focus back to what opened a popover, unless that stands in another one: the menu. */
on("toggle", ".menu-part > [popover]", (popup, { newState }) => {
  const lost = isFocusLost() || popup.contains(document.activeElement);
  if (newState === "closed" && lost && openerOf(popup).checkVisibility()) openerOf(popup).focus();
});
