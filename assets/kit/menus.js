/* Menus: the browser opens and closes them, roving.js moves in them; what is left is to close them after a choice. */

import { byId, isFocusLost, on, one, stop } from "./page.js";

const opener = (menu) => one(`[popovertarget="${CSS.escape(menu.id)}"]`);

on("keydown", "[popovertarget]", (button, event) => {
  const menu = byId(button.getAttribute("popovertarget"));
  if (!menu?.matches("[data-menu]") || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  stop(event);
  menu.showPopover({ source: button });
});
// Not when something opens within it.
on(
  "toggle",
  "[data-menu]",
  (menu, { newState, target }) => newState === "open" && target === menu && one(menu.dataset.roving, menu)?.focus(),
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

/* The browser gives the focus back to what opened a popover, unless that stands in another one: the menu. */
on(
  "toggle",
  ".menu-part > [popover]",
  (popup, { newState }) => {
    const lost = isFocusLost() || popup.contains(document.activeElement);
    if (newState === "closed" && lost && opener(popup).checkVisibility()) opener(popup).focus();
  },
  true,
);
