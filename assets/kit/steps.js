/* What the page does to lines by itself (admin_app/kit/forms/lines_page.py): they are dragged and copied, and every step
 * is undone and done again, what was typed too. The state is told the lines as the page has them, and answers. */

import { contentOf } from "./drafts.js";
import { changed, onForm } from "./forms.js";
import { lineAdded, lineMoved } from "./lines.js";
import { all, byId, on, one, stop } from "./page.js";
import { guarded } from "./unsaved.js";

const MOST = 100;
// Changes of one field that follow each other are one step.
const PAUSE = 2000;
// Of a form: what its lines held before each step, and what they held after those that were undone.
let kept = null;
// What the state is being told, and what the page is to hold afterwards: until it does, nothing in it is a step.
let told = null;
let wanted = null;
// What is done before the state has answered waits for it, but not for an answer that was lost.
let next = [];
let toldAt = 0;
const LOST = 5000;

const listIn = (form) => form && one("[data-steps]", form);
const prefixOf = (form) => `${listIn(form).dataset.steps}:`;
const linesOf = (form) => {
  const prefix = prefixOf(form);
  return Object.fromEntries(Object.entries(contentOf(form)).filter(([name]) => name.startsWith(prefix)));
};
/* The lines that a cell stands in, the outermost first: `asections:3`, `asections:3:paragraphs:5`. */
const linesAround = (name) => {
  const parts = name.split(":");
  return parts.slice(0, -1).flatMap((_, at) => (at % 2 ? [parts.slice(0, at + 1).join(":")] : []));
};
const orderOf = (content) => [...new Set(Object.keys(content).flatMap(linesAround))];
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const sameOrder = (one, other) => same(orderOf(one), orderOf(other));

function follow(form) {
  if (!listIn(form)) return;
  const now = linesOf(form);
  if (kept?.form !== form) {
    kept = { form, past: [], future: [], now, field: "", at: 0 };
    told = wanted = null;
    next = [];
  } else if (!wanted && !same(now, kept.now) && !one(".line-ghost", form)) note(now);
  paint(form);
}

function note(now) {
  const fields = sameOrder(now, kept.now) ? Object.keys(now).filter((name) => now[name] !== kept.now[name]) : [];
  const field = fields.length === 1 ? fields[0] : "";
  if (!field || field !== kept.field || Date.now() - kept.at > PAUSE) kept.past = [...kept.past, kept.now].slice(-MOST);
  Object.assign(kept, { now, field, at: Date.now(), future: [] });
}

function paint(form) {
  for (const [selector, left] of [
    ["[data-undoes]", kept.past],
    ["[data-redoes]", kept.future],
  ]) {
    const shut = String(!left.length);
    for (const button of all(selector, form)) {
      if (button.getAttribute("aria-disabled") !== shut) button.setAttribute("aria-disabled", shut);
    }
  }
}

function inTurn(act) {
  if (told && Date.now() - toldAt < LOST) next.push(act);
  else act();
}

/* Have the state take over lines: all of the form goes, so that it reads them as it reads a draft. */
function tell(lines, name, did) {
  const form = guarded();
  const prefix = prefixOf(form);
  const others = Object.entries(contentOf(form)).filter(([each]) => !each.startsWith(prefix));
  told = { data: { ...Object.fromEntries(others), ...lines }, name, did };
  toldAt = Date.now();
  one("[data-arranges]", form).click();
}

/* The line that a step is about: the one that is elsewhere, or else the one of the first text that differs. */
function subject(before, after) {
  const [was, is] = [orderOf(before), orderOf(after)];
  const moved = is.find((name, place) => was[place] !== name);
  const typed = Object.keys(after).find((name) => after[name] !== before[name]);
  return moved || (typed && linesAround(typed).at(-1)) || "";
}

function back(from, to, did) {
  const form = guarded();
  if (!listIn(form) || kept?.form !== form || !kept[from].length) return;
  const lines = kept[from].pop();
  const before = kept.now;
  kept[to].push(before);
  Object.assign(kept, { now: lines, field: "" });
  wanted = lines;
  const name = subject(before, lines);
  if (sameOrder(before, lines)) arranged(did, name, "");
  else tell(lines, name, did);
}

/* Texts of lines that were there before and after: React leaves them alone. */
function write(form, lines) {
  for (const [name, text] of Object.entries(lines)) {
    const held = form.elements[name];
    if (!held || held.value === text) continue;
    held.value = text;
    held.dispatchEvent?.(new Event("input", { bubbles: true }));
  }
}

const say = (text) => {
  const aloud = one("[data-aloud]");
  if (aloud) aloud.textContent = text;
};

/* The state has the lines, and React has drawn them. */
export function arranged(did, name, said) {
  if (did === "copied") lineAdded(name, said);
  else if (did === "dragged") lineMoved(name, said);
  else {
    const form = guarded();
    if (wanted) {
      write(form, wanted);
      Object.assign(kept, { now: linesOf(form), field: "" });
      wanted = null;
    }
    changed(form);
    say(`${one("[data-arranges]", form).dataset[did]} ${said}`.trim());
    byId(`line-${name}`)?.scrollIntoView({ block: "nearest" });
  }
  told = null;
  next.shift()?.();
}

/* What the state is to be told (lines_state.py, `arrange`). */
export const step = () => told ?? {};

export function lineDragged(name) {
  follow(guarded()); // The places it passed on its way are no steps.
  inTurn(() => tell(linesOf(guarded()), name, "dragged"));
}

function copy(button) {
  const form = guarded();
  const content = linesOf(form);
  const name = button.dataset.copies;
  const group = name.slice(0, name.lastIndexOf(":"));
  const keys = orderOf(content).map((each) => Number(each.split(":").at(-1)) || 0);
  const made = `${group}:${Math.max(...keys) + 1}`;
  const own = Object.keys(content).filter((each) => each.startsWith(`${name}:`));
  const last = own.at(-1);
  const lines = {};
  for (const [each, text] of Object.entries(content)) {
    lines[each] = text;
    if (each !== last) continue;
    // A copy is a line of its own, and so is all that is below it: the API must not take them for the first.
    for (const source of own) if (!source.endsWith(":id")) lines[made + source.slice(name.length)] = content[source];
  }
  tell(lines, made, "copied");
}

const TYPED = "input:not([type=checkbox], [type=radio], [type=color], [type=file]), textarea, [contenteditable=true]";

const undo = () => inTurn(() => back("past", "future", "undone"));
const redo = () => inTurn(() => back("future", "past", "redone"));

on("click", "[data-copies]", (button) => inTurn(() => copy(button)));
on("click", "[data-undoes]", undo);
on("click", "[data-redoes]", redo);
// In a text these keys are the browser's, or the editor's.
on("keydown", null, (target, event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
  if (!listIn(guarded()) || target.closest?.(TYPED)) return;
  stop(event);
  if (key === "y" || event.shiftKey) redo();
  else undo();
});

onForm(follow);
