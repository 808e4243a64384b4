/* What belongs together is one stop of the Tab key, and the arrows lead inside it: `data-roving` says what, which may
 * stand in rows. Home and End are the ends of a row, with Ctrl of all; with `data-presses` what is reached is pressed. */

import { all, on, onDraw, stop } from "./page.js";

const GROUP = "[data-roving]";
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const itemsOf = (group) => all(group.dataset.roving, group).filter((each) => !each.disabled);

/* Where a key leads from one of them: in rows to the neighbour, otherwise round. */
function reached(items, rows, here, { key, ctrlKey }) {
  const down = rows.findIndex((row) => row.includes(here));
  const line = ctrlKey || down < 0 ? items : rows[down];
  const ends = { Home: line[0], End: line.at(-1) };
  if (ends[key] || !STEPS[key] || ctrlKey) return ends[key];
  const [y, x] = STEPS[key];
  const at = line.indexOf(here);
  return down < 0 ? items.at((at + y + x) % items.length) : (rows[down + y]?.[at + x] ?? here);
}

on("keydown", GROUP, (group, event) => {
  const items = itemsOf(group);
  if (!items.includes(event.target) || event.altKey || event.metaKey || event.shiftKey) return;
  // Up and down are a menu's own.
  if (event.target.matches("select") && STEPS[event.key]?.[0]) return;
  const rows = all("[role=row]", group).map((row) => items.filter((each) => row.contains(each)));
  const there = reached(items, rows, event.target, event);
  if (!there) return;
  stop(event);
  there.focus();
  if ("presses" in group.dataset) there.click();
});

function stopAt(items, item) {
  for (const each of items) each.tabIndex = each === item ? 0 : -1;
}

on("focusin", GROUP, (group, { target }) => {
  const items = itemsOf(group);
  if (items.includes(target)) stopAt(items, target);
});

onDraw(() => {
  for (const group of all(GROUP)) {
    const items = itemsOf(group);
    // Nobody begins at a box that stands for others: see boxes.js.
    const first = items.find((each) => !each.dataset.fills) ?? items[0];
    if (items.filter((each) => each.tabIndex === 0).length !== 1) stopAt(items, first);
  }
});
