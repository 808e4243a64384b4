/* Search as you type (admin_app/kit/parts/combobox.py): the server proposes, the keyboard or the mouse chooses. */

import { setParam, showValues } from "./address.js";
import "./forms.js"; // What a change of it brings with it.
import { all, on, onDraw, one } from "./page.js";

// What is typed but not chosen; no rule accepts it.
const UNCHOSEN = "?";
const SHORTEST = 2;

const isLong = (box) => textOf(box).value.trim().length >= SHORTEST;
const boxOf = (element) => element.closest(".combobox");
const textOf = (box) => one("[role=combobox]", box);
const optionsOf = (box) => all("[role=option]", box);

/* Which option the arrows come to, from none (-1) or one of so many. */
export const nextOption = (at, step, count) => (Math.max(at, step < 0 ? 0 : -1) + step + count) % count;

function open(box, shown) {
  const list = one("[role=listbox]", box);
  const some = optionsOf(box).length > 0;
  list.hidden = !(shown && some);
  textOf(box).setAttribute("aria-expanded", String(shown && some));
  one(".no-choice", box).hidden = !(shown && !some);
  if (!shown) mark(box, null);
  else if (some) list.scrollIntoView({ block: "nearest" });
}

function mark(box, option) {
  for (const each of optionsOf(box)) each.setAttribute("aria-selected", String(each === option));
  if (option) {
    option.id ||= `option-${crypto.randomUUID()}`;
    textOf(box).setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  } else textOf(box).removeAttribute("aria-activedescendant");
}

function choose(box, option) {
  const value = one("[data-chosen]", box);
  value.value = option?.dataset.value ?? "";
  textOf(box).value = option?.dataset.label ?? "";
  open(box, false);
  if (value.dataset.param) setParam(value, value.value);
  else if (value.form?.matches("[data-guard]")) {
    fillParts(value);
    value.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/* A filter says what is applied: a text that nobody chose from the proposals goes, and what was chosen stands again. */
function takeBack(box) {
  const value = one("[data-chosen][data-param]", box);
  if (value?.value === "" && value.dataset.value) choose(box, null);
  if (value?.value !== UNCHOSEN) return;
  value.value = value.dataset.value;
  textOf(box).value = textOf(box).dataset.text;
}

/* Inputs that are parts of a chosen value (address.latitude) start with what it says. */
function fillParts(value) {
  const parts = all(`[name^="${CSS.escape(value.name)}."]`, value.form);
  const whole = parts.length && value.value ? JSON.parse(value.value) : {};
  for (const each of parts) {
    each.value = whole[each.name.slice(value.name.length + 1)] ?? "";
    each.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/* The server has answered a text; the list may be as empty as before, so nothing in the page tells. */
export function proposed(name, text) {
  // A filter and an input may have one name: whoever types tells which of them is meant.
  const boxes = all(`[data-chosen][name="${CSS.escape(name)}"]`).map(boxOf);
  const box = boxes.find((each) => each.contains(document.activeElement));
  if (!box || !isLong(box) || textOf(box).value !== text) return;
  delete box.dataset.late;
  open(box, true);
}

function byKey(box, event) {
  const options = optionsOf(box);
  const shut = one("[role=listbox]", box).hidden;
  const at = options.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && options.length) {
    open(box, true);
    mark(box, options[nextOption(at, step, options.length)]);
  } else if (event.key === "Enter" && options.length && !shut && (at >= 0 || !("late" in box.dataset)))
    choose(box, options[Math.max(at, 0)]); // the first, where the arrows were at none
  else if (event.key === "Enter" && one("[data-chosen]", box).value === UNCHOSEN) open(box, options.length > 0);
  else if (event.key === "Escape" && !shut) open(box, false);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

on("keydown", "[role=combobox]", (text, event) => byKey(boxOf(text), event));
on("input", "[role=combobox]", (text) => {
  const box = boxOf(text);
  one("[data-chosen]", box).value = text.value.trim() ? UNCHOSEN : "";
  box.dataset.late = ""; // what is shown answers what was typed before
  if (!isLong(box)) open(box, false);
});
on("click", "[role=option]", (option) => choose(boxOf(option), option));
on("click", "[data-clear]", (button) => {
  choose(boxOf(button), null);
  textOf(boxOf(button)).focus();
});
// The text keeps the focus while an option is pressed; what leaves it closes the list.
on("mousedown", ".combobox [role=listbox]", (_, event) => event.preventDefault());
on("focusout", ".combobox", (box, event) => {
  if (box.contains(event.relatedTarget)) return;
  open(box, false);
  takeBack(box);
});

onDraw(() => showValues(".combobox [data-text]", "text"));
