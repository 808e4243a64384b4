/* Menus: the browser opens and closes them; what is left is the focus, and to close after a choice. */

import { all, byId, on, one, stop } from "./page.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/* What can be chosen, dialogs of its buttons aside. */
const items = (menu) => all("a, button", menu).filter((each) => !each.closest("dialog"));

const opener = (menu) => one(`[popovertarget="${CSS.escape(menu.id)}"]`);

function goTo(menu, wanted) {
  const there = items(menu);
  there.at(wanted % there.length)?.focus();
}

function move(menu, event) {
  if (event.target.closest("dialog")) return;
  const at = items(menu).indexOf(event.target);
  if (event.key in STEPS) goTo(menu, at < 0 && STEPS[event.key] < 0 ? -1 : at + STEPS[event.key]);
  else if (event.key === "Home") goTo(menu, 0);
  else if (event.key === "End") goTo(menu, -1);
  else return;
  stop(event);
}

on("keydown", "[data-menu]", move);
on("keydown", "[popovertarget]", (button, event) => {
  const menu = byId(button.getAttribute("popovertarget"));
  if (!menu?.matches("[data-menu]") || !(event.key in STEPS)) return;
  stop(event);
  menu.showPopover({ source: button });
});
// Not when something opens within it.
on(
  "toggle",
  "[data-menu]",
  (menu, { newState, target }) => newState === "open" && target === menu && goTo(menu, 0),
  true,
);

/* What opens something of its own leaves the menu below it; what tells why it is shut is read in it. */
const STAYS = "[command], [popovertarget], [aria-disabled=true], dialog *";
on("click", "[data-menu] :is(a, button)", (chosen) => {
  if (!chosen.matches(STAYS)) chosen.closest("[data-menu]").hidePopover();
});

/* The dialog of one of its buttons is closed: so is the menu, and the focus is where it began. */
on(
  "close",
  "[data-menu] dialog",
  (dialog) => {
    const menu = dialog.closest("[data-menu]");
    menu.hidePopover();
    opener(menu)?.focus();
  },
  true,
);
