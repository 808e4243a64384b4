/* Filters by several choices (admin_app/kit/parts/multi_select.py): what is ticked goes to the address together. */

import { setParam } from "./address.js";
import { all, on, onDraw, onWindow } from "./page.js";

const GROUP = "[data-several]";
const boxesOf = (group) => all("[type=checkbox]", group);
const chosenIn = (group) => group.dataset.several.split(",").filter(Boolean);

// What was ticked here and is on its way: what is drawn of the steps before it unticks nothing.
const written = new WeakMap();
const drawn = new WeakMap();

on("change", `${GROUP} [type=checkbox]`, (box) => {
  const group = box.closest(GROUP);
  const boxes = boxesOf(group);
  // What the address names and nobody offers stays: its chip takes it away.
  const others = chosenIn(group).filter((value) => boxes.every((each) => each.value !== value));
  const ticked = boxes.filter((each) => each.checked).map((each) => each.value);
  const value = [...others, ...ticked].join(",");
  written.set(group, value);
  setParam(group, value);
});

function follow(group) {
  const { several } = group.dataset;
  if (written.has(group) && written.get(group) !== several) return;
  written.delete(group);
  const boxes = boxesOf(group);
  const now = `${several} ${boxes.map((box) => box.value)}`;
  if (drawn.get(group) === now) return;
  drawn.set(group, now);
  for (const box of boxes) box.checked = chosenIn(group).includes(box.value);
}
onDraw(() => all(GROUP).forEach(follow));
onWindow("popstate", () => {
  for (const group of all(GROUP)) written.delete(group);
});
