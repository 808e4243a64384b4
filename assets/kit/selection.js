/* The selection of a list, kept across its pages, and what depends on it. */

import { all, isFocusLost, on, onDraw, one, root, say } from "./page.js";

const NAMED = 8;
// Of each list: the chosen, and what those that were seen are called.
const selections = new Map();
let last = null;

function selectionOf({ dataset }) {
  const key = `${dataset.list}:${dataset.of || ""}`;
  if (!selections.has(key)) selections.set(key, { chosen: new Set(), names: {} });
  return selections.get(key);
}
const listOf = (element) => element.closest("[data-list]");

/* What stands for a row: the link to its record, or its box where rows are there to be chosen from. */
export const leadOf = (row) => one("a.main-link", row) || one("[data-select]", row);

/* The rows from one box to another, in the order they stand; the box alone where the other is not there. */
export function between(boxes, from, to) {
  const ends = [boxes.indexOf(from), boxes.indexOf(to)];
  return ends[0] < 0 ? [to] : boxes.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/* What is done to many starts once their number was typed. */
export const isTyped = (text, size) => size < 2 || text.replace(/\s/g, "") === String(size);

/* Of those who are chosen, the ones that are named and how many others there are. */
export function named(people, size, most = NAMED) {
  const first = people.slice(0, size > most ? most - 1 : most);
  return [first, size - first.length];
}

function put(list, boxes, chosen) {
  for (const box of boxes) selectionOf(list).chosen[chosen ? "add" : "delete"](box.dataset.select);
  drawChoice(list);
}

/* Somebody changed the selection, and a list may have something to do then (`on_choice` of `inner_list`). */
function drawChoice(list) {
  draw(list);
  one("[data-on-choice]", list)?.click();
}

function draw(list) {
  const { chosen, names } = selectionOf(list);
  const boxes = all("[data-select]", list);
  for (const box of boxes) {
    box.checked = chosen.has(box.dataset.select);
    if (box.checked) names[box.dataset.select] = box.dataset.name;
    box.closest("tr").toggleAttribute("data-selected", box.checked);
  }
  const page = one("[data-select-page]", list);
  if (page) {
    page.checked = boxes.length > 0 && boxes.every((box) => box.checked);
    page.indeterminate = !page.checked && boxes.some((box) => box.checked);
  }
  if (one("[data-bulk]", list)) drawBar(list, chosen, names);
}

/* One of the forms that an element holds of a text that counts: `data-one`, `data-other`, `data-zero`. */
function counted({ dataset }, size, written) {
  const form = size ? new Intl.PluralRules(root().lang).select(size) : "zero";
  return (dataset[form] || dataset.other || "").replace("#", written);
}

function drawTold(list, chosen, names, written) {
  for (const each of all("[data-told]", list)) {
    // Nobody is told that nothing is chosen before something was.
    if (chosen.size || each.textContent) say(each, counted(each, chosen.size, written));
  }
  const [first, left] = named([...chosen].map((id) => names[id]).filter(Boolean), chosen.size);
  for (const each of all("[data-names]", list)) {
    const others = left && first.length ? [counted(each, left, left.toLocaleString(root().lang))] : [];
    say(each, first.length ? new Intl.ListFormat(root().lang).format([...first, ...others]) : "");
  }
}

function drawBar(list, chosen, names) {
  const bar = one("[data-bulk]", list);
  // What is hidden loses the focus without a word.
  if (!chosen.size && bar.contains(document.activeElement)) one(".table-scroll", list)?.focus({ preventScroll: true });
  bar.classList.toggle("shown", chosen.size > 0);
  // The browser's own formats are slow to begin with, and nothing is chosen while a page loads.
  const count = chosen.size ? chosen.size.toLocaleString(root().lang) : "0";
  drawTold(list, chosen, names, count);
  for (const each of all("[data-count]", list)) say(each, count);
  for (const each of all("[data-ids]", list)) each.value = [...chosen].join(",");
  for (const each of all("[data-needs-selection]", list)) {
    each.disabled = !chosen.size;
    // Whoever ticks rows means these; another answer chosen afterwards stays.
    if (chosen.size && !each.hasAttribute("data-offered")) each.checked = true;
    each.toggleAttribute("data-offered", chosen.size > 0);
    if (each.checked && each.disabled) one(`[name="${each.name}"]:enabled`, each.form).checked = true;
  }
  for (const each of all("[data-many]", list)) each.hidden = chosen.size < 2;
  for (const each of all("[data-most]", list)) each.hidden = chosen.size >= each.dataset.most;
  drawGates(list);
}

function drawGates(list) {
  for (const gate of all("[data-gate]", list)) {
    const typed = one("[data-typed]", gate.closest("form")).value;
    gate.disabled = !isTyped(typed, selectionOf(list).chosen.size);
  }
}

/* A dialog is opened: what was typed the last time does not count. */
export function forget(dialog) {
  for (const each of all("[data-typed]", dialog)) {
    each.value = "";
    drawGates(listOf(each));
  }
}

on("click", "[data-clear-selection]", (button) => {
  const list = listOf(button);
  selectionOf(list).chosen.clear();
  drawChoice(list);
});
on("click", "[data-select]", (box, event) => {
  const list = listOf(box);
  put(list, event.shiftKey ? between(all("[data-select]", list), last, box) : [box], box.checked);
  last = box;
});
// A key leads from a row to what can be done with it, and another one back.
on("keydown", "[data-bulk]", (bar, { key, target }) => {
  if (key !== "Escape" || target.closest("dialog, [popover]")) return;
  const list = listOf(bar);
  const row = list.contains(last) && leadOf(last.closest("tr"));
  (row || one(".table-scroll", list))?.focus();
});
on("change", "[data-select-page]", (box) => {
  const list = listOf(box);
  put(list, all("[data-select]", list), box.checked);
});
on("input", "[data-typed]", (input) => drawGates(listOf(input)));
onDraw(() => all("[data-list]").forEach(draw));

/* ---- called by the state ---- */

/* Select these too; some of them are not on the page, so their names come along. */
export function select(key, ids, called = {}) {
  const list = one(`[data-list="${key}"]`);
  if (!list) return;
  const { chosen, names } = selectionOf(list);
  for (const id of ids) chosen.add(id);
  Object.assign(names, called);
  drawChoice(list);
}

/* Select these and no others. */
export function selected(key, ids) {
  const lists = all(`[data-list="${key}"]`);
  for (const list of lists.length ? lists : [{ dataset: { list: key } }]) selectionOf(list).chosen = new Set(ids);
  lists.forEach(draw);
  // What began a run is gone by its end, and the focus with it: it goes on where the selection was.
  if (isFocusLost() && lists.length)
    (one(".bulk-bar.shown", lists[0]) || one(".table-scroll", lists[0]))?.focus({ preventScroll: true });
}
