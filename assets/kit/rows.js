/* Rows of a list: a click anywhere on one opens its record, as the link of its main cell does, or ticks it where there is
 * none; its first cell ticks its box. A table that has room for all its columns stands free, so that its head can stay
 * below the toolbar. */

import { all, isElsewhere, on, onAttribute, onDraw, one, stop } from "./page.js";
import { leadOf } from "./selection.js";

const ROW = "[data-list] tr[data-testid=row]";
const CONTROLS = "a,button,input,select,textarea,label,summary,form,[contenteditable],[data-select-cell]";

/* Somebody who marks a text to copy it wants to stay. */
const marksText = () => getSelection()?.isCollapsed === false;

/* Where a phone shows boxes the whole row is its box: a link that is meant for a finger would lead away from them. */
const HAS_BOXES = "[data-list]:has([data-choose]:checked, tr[data-selected])";
const isBox = (row) => row.closest(HAS_BOXES) && matchMedia("(max-width: 640px)").matches;

/* The box of a row, or its link, whichever a click means; none on what has a purpose of its own. */
function meant(row, target) {
  const box = isBox(row) && one("[data-select]", row);
  const control = target.closest(CONTROLS);
  if (marksText() || (control && !(box && control.matches("a.main-link")))) return null;
  // A row that may not be opened is ticked by its box alone, unless rows are there to be chosen from.
  const lead = leadOf(row);
  return box || (lead?.href || row.closest("[data-chooses]") ? lead : null);
}

/* The middle button opens a tab, as on a link. */
on("click auxclick", ROW, (row, event) => {
  const { button, defaultPrevented, shiftKey, altKey, target } = event;
  const lead = defaultPrevented || shiftKey || altKey || button > 1 ? null : meant(row, target);
  if (!lead) return;
  if (lead.href && isElsewhere(event)) window.open(lead.href, "_blank", "noopener");
  else if (!button) {
    if (!lead.href) stop(event);
    lead.click();
  }
});
on("click", "[data-select-cell]", (cell, event) => {
  if (event.target.matches("input")) return;
  one("input", cell).dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }),
  );
});

/* Sideways scrolling makes a box of the table that its head cannot leave: only where it is needed. */
function fit({ target }) {
  const around = target.closest(".table-scroll");
  const table = around.firstElementChild;
  const inside = around.offsetWidth - 2 * around.clientLeft;
  around.dataset.room = table.offsetWidth <= inside ? "fits" : "wide";
}
const observer = globalThis.ResizeObserver && new ResizeObserver((entries) => entries.forEach(fit));
const watched = new WeakSet();
onDraw(() => {
  for (const table of observer ? all(".table-scroll > .stacks") : []) {
    if (watched.has(table)) continue;
    watched.add(table);
    observer.observe(table);
    observer.observe(table.parentElement);
  }
});

/* A row keeps its elements when another record takes its place: the focus goes with the record, or back to the list, so
 * that no key acts on another one than the one it was pressed for. */
function follow(changes) {
  const { activeElement } = document;
  const change = changes.find(({ target }) => target.matches("tr[data-testid=row]") && target.contains(activeElement));
  if (!change || change.oldValue === change.target.dataset.id) return;
  const { target, oldValue } = change;
  const list = target.closest(".table-scroll");
  const row = one(`tr[data-id="${CSS.escape(oldValue)}"]`, list);
  const cell = [...target.children].findIndex((each) => each.contains(activeElement));
  const { testid } = activeElement.dataset;
  const same =
    row && one(testid ? `[data-testid="${CSS.escape(testid)}"]` : "a, button, input, select", row.children[cell]);
  (same || list)?.focus({ preventScroll: true });
}
onAttribute("data-id", follow);
