/* A grid of boxes: one stop of the Tab key, arrows inside it, Home and End for the ends of a row and with Ctrl for those
 * of the grid. A box with `data-fills` (row, column, all) ticks those it stands for, and says whether they all are. */

import { all, on, onDraw } from "./page.js";

const GRID = "[data-boxes]";
const BOX = `${GRID} input[type=checkbox]`;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const rowsOf = (grid) => all("[role=row]", grid).map((row) => all("input[type=checkbox]", row));
const isPlain = (box) => !box.dataset.fills;

function placeOf(box) {
  const rows = rowsOf(box.closest(GRID));
  const down = rows.findIndex((row) => row.includes(box));
  return { rows, down, across: rows[down].indexOf(box) };
}

/* The boxes that one stands for. */
function filledBy(box) {
  const { rows, down, across } = placeOf(box);
  const found = { row: rows[down], column: rows.map((row) => row[across]), all: rows.flat() }[box.dataset.fills];
  return found.filter(isPlain);
}

function tell(grid) {
  for (const box of all("[data-fills]", grid)) {
    const boxes = filledBy(box);
    const ticked = boxes.filter((each) => each.checked).length;
    box.checked = ticked === boxes.length;
    box.indeterminate = ticked > 0 && ticked < boxes.length;
  }
}

function stopAt(grid, box) {
  for (const each of rowsOf(grid).flat()) each.tabIndex = each === box ? 0 : -1;
}

/* Before the form hears of it: what it keeps holds the others too. */
on("change", BOX, (box) => {
  if (!isPlain(box)) for (const each of filledBy(box)) each.checked = box.checked;
  tell(box.closest(GRID));
});

on("focusin", BOX, (box) => stopAt(box.closest(GRID), box));

on("keydown", BOX, (box, event) => {
  if (event.altKey || event.metaKey || event.shiftKey) return;
  const { rows, down, across } = placeOf(box);
  const line = event.ctrlKey ? rows.flat() : rows[down];
  const [y, x] = STEPS[event.key] || [0, 0];
  const there = { Home: line[0], End: line.at(-1) }[event.key] || (x || y ? rows[down + y]?.[across + x] : undefined);
  if (!STEPS[event.key] && !there) return;
  event.preventDefault();
  there?.focus();
});

onDraw(() => {
  for (const grid of all(GRID)) {
    tell(grid);
    const boxes = rowsOf(grid).flat();
    if (boxes.filter((each) => each.tabIndex === 0).length !== 1) stopAt(grid, boxes.find(isPlain) || boxes[0]);
  }
});
