/* A grid of boxes, whose arrows are those of roving.js: a box with `data-fills` (row, column, all) ticks those it stands
 * for, and says whether they all are. */

import { all, on, onDraw } from "./page.js";

const GRID = "[data-boxes]";

const rowsOf = (grid) => all("[role=row]", grid).map((row) => all("input[type=checkbox]", row));
const isPlain = (box) => !box.dataset.fills;

/* The boxes that one stands for. */
function filledBy(box) {
  const rows = rowsOf(box.closest(GRID));
  const row = rows.find((each) => each.includes(box));
  const across = row.indexOf(box);
  return { row, column: rows.map((each) => each[across]), all: rows.flat() }[box.dataset.fills].filter(isPlain);
}

function tell(grid) {
  for (const box of all("[data-fills]", grid)) {
    const boxes = filledBy(box);
    const ticked = boxes.filter((each) => each.checked).length;
    box.checked = ticked === boxes.length;
    box.indeterminate = ticked > 0 && ticked < boxes.length;
  }
}

/* Before the form hears of it: what it keeps holds the others too. */
on("change", `${GRID} input[type=checkbox]`, (box) => {
  if (!isPlain(box)) for (const each of filledBy(box)) each.checked = box.checked;
  tell(box.closest(GRID));
});

onDraw(() => all(GRID).forEach(tell));
