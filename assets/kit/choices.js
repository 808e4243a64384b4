/* A choice that is changed in its row: what the change does is said, and it takes a click to make it. One that was not
 * confirmed is asked about before its row goes: see leaving.js. */

import { all, on, one } from "./page.js";

const CHANGED = "[data-change][data-changed]";

/* What was chosen in the rows of an element, or of the page, and not confirmed. */
export const choicesIn = (element) => all(`${CHANGED} [data-was]`, element);

/* The popover lies over what is below, so that the row keeps its height: it is there while its choice is in hand. */
function tell(box, open) {
  for (const note of all("[data-note][popover]", box)) if (note.isConnected) note.togglePopover?.(open);
}

function draw(select) {
  const box = select.closest("[data-change]");
  const changed = select.value !== select.dataset.was;
  box.toggleAttribute("data-changed", changed);
  for (const note of all("[data-note]", box)) {
    note.textContent = (changed && select.selectedOptions[0].dataset.says) || "";
  }
  tell(box, changed && Boolean(one("[data-note]", box)?.textContent));
}

on("change", "[data-was]", draw);
on("focusin", CHANGED, (box) => tell(box, true));
on("focusout", "[data-change]", (box, { relatedTarget }) => {
  if (!box.contains(relatedTarget)) tell(box, false);
});

/* Every choice is again what it was. */
export function takeBack(element) {
  for (const select of choicesIn(element)) {
    select.value = select.dataset.was;
    draw(select);
  }
}
