/* A form with a guard: what a change of it brings with it, its saves, all lines put online, and the way to what is wrong. */

import "./boxes.js"; // What is ticked and typed is held before a form hears of it.
import "./dates.js";
import { contentOf, discard, discardSaved, guarded, isOther, keep, keepSoon, keyOf, setDirty } from "./drafts.js";
import { all, byId, on, onAttribute, onDraw, one, press, root, stop, whenThere } from "./page.js";
import { begin, end, isLeft, isSaving, underWay } from "./saving.js";

// What is being saved, and whether anything was typed since.
let content = "";
let isTouched = false;

const isGuarded = (input) => input.form?.matches("[data-guard]") && !input.matches("[type=file]");

/* Something was typed, chosen or moved in a form. */
export function changed(form) {
  if (!form.isConnected) return;
  follow(form);
  answer(form, "");
  isTouched = true;
  setDirty(true);
  keepSoon(form);
}

/* What depends on another input of the form: shown while that one is filled, or saying what it holds. What else is to be
 * done when a form has changed, was drawn, or written into by the script itself, listens to `follow` (lines.js). */
export function follow(form) {
  form.dispatchEvent(new Event("follow", { bubbles: true }));
  const dependent = all("[data-if], [data-mirror]", form.closest(".form-page") || form);
  if (!dependent.length) return;
  const data = new FormData(form);
  for (const each of dependent) {
    const { if: needed, is: wanted, mirror } = each.dataset;
    const offered = wanted ? data.get(needed) === wanted : Boolean(data.get(needed));
    if (needed && each.hidden === offered) each.hidden = !offered;
    if (mirror) copyTo(each, mirror === "image" ? one("[data-preview]", form)?.getAttribute("src") : data.get(mirror));
  }
}

function copyTo(element, given) {
  const [name, text] = [element.matches("img") ? "src" : "textContent", given || ""];
  if (element.dataset.copied === text) return;
  element.dataset.copied = text;
  if (text || name !== "src") element[name] = text;
  element.hidden = !text;
}

/* The answer to the question that is asked before this very content is saved; any change of it takes it back. */
function answer(form, text) {
  const confirmed = one("[data-confirmed]", form);
  if (confirmed) confirmed.value = text;
}

/* The save was answered: the next one may go. */
export const answered = () => end(false);

/* It is saved: nothing of it is left to keep. What another page holds by then is not of it. */
export function saved(guard) {
  if (isLeft()) discardSaved(underWay() ?? {});
  else discard(guard);
  end(true, isOther(guard));
}

/* The save was answered, and the form stays: what was typed meanwhile is still to be saved. What it holds may be another
 * thing than was sent, where it was filled anew with what others have changed. */
export function stayed() {
  const form = guarded();
  if (isLeft()) discardSaved(underWay() ?? {});
  else if (form && (!isTouched || JSON.stringify(contentOf(form)) === content)) discard();
  end(true);
}

/* The save was refused: the summary says why. */
export function refused() {
  answered();
  whenThere(
    () => one("[data-summary]"),
    (summary) => {
      summary.focus();
      summary.scrollIntoView({ block: "center" });
    },
  );
}

export function askToSave() {
  answered();
  byId("ask-to-save")?.showModal();
}

/* The fields that tell whether a record is there already (admin_app/kit/forms/duplicates.py). */
function probe(form, changedName) {
  const names = (form?.dataset.probes || "").split(",");
  if (!changedName || !names.includes(changedName)) return;
  const values = Object.fromEntries(names.map((name) => [name, form.elements[name]?.value || ""]));
  press(one("[data-probe]", form), values);
}

/* ---- what is wrong goes when it is corrected; an address, a number or a coordinate is told of on leaving it ---- */

const TOLD = "[type=email], [type=tel], [data-degrees]";
const AGAIN = 400;
const looks = new WeakMap();

const isWrong = ({ name }) => Boolean(byId(`f-${name}-error`)?.textContent);

let isHeld = false;
on("pointerdown pointerup pointercancel", null, (_, { type }) => (isHeld = type === "pointerdown"), true);

/* The state looks again at an input that was left, and at the form around it; not before the pointer is up: what is
 * said then would move what is being pressed. */
function look(input, pause) {
  clearTimeout(looks.get(input));
  const check = ({ form, name }) => {
    if (isHeld) look(input, AGAIN);
    else if (form) press(one("[data-check]", form), { name, data: contentOf(form) });
  };
  looks.set(input, setTimeout(check, pause, input));
}

onAttribute("lang", (changes) => {
  const isOther = ({ target, oldValue }) => target === root() && oldValue && oldValue !== target.lang;
  if (changes.some(isOther)) one("[data-speak]")?.click();
});

const CONTROLS = "input,select,textarea,main,[contenteditable]";

/* What an element may be hidden in listens to `reach`, and opens (lines.js, sections.js). */
function goTo(target) {
  target.dispatchEvent(new Event("reach", { bubbles: true }));
  const inside = "input:not([type=hidden]),select,textarea,button";
  const control = target.matches(CONTROLS) ? target : one(inside, target) || target;
  control.focus();
  // As the tab key does: what is typed takes the place of what was wrong.
  if (control.matches("input")) control.select();
  control.scrollIntoView({ block: "center" });
}

// Before what confirms: a save that follows has them.
on("click", "[data-marks-all]", (button) => {
  for (const menu of all("[data-marks]", button.form)) {
    menu.value = menu.dataset.marks;
    menu.dispatchEvent(new Event("change", { bubbles: true }));
  }
  one("[data-save]", button.form)?.focus(); // The button is gone with the drafts.
});
on("click", "[data-confirms]", (button) => {
  button.closest("dialog").close();
  answer(button.form, "yes");
  // Under the question the form may have been filled anew (a reconnection): what is agreed to is wanted still.
  const { publishes } = button.dataset;
  if (publishes) one("[data-which=publishes]", button.form).value = publishes;
  button.form.requestSubmit();
});
on("click", "[data-goto]", (link, event) => {
  event.preventDefault();
  const target = byId(link.dataset.goto);
  if (target) goTo(target);
});
on("change", "*", (input) => {
  if (isGuarded(input)) changed(input.form);
  probe(input.form, input.name);
  if (isGuarded(input) && (input.matches(TOLD) || isWrong(input))) look(input, 0);
});
on("input", "*", (input) => {
  if (isGuarded(input)) changed(input.form);
  if (isGuarded(input) && isWrong(input)) look(input, AGAIN);
});
on("keydown", null, (_, event) => {
  const form = guarded();
  const key = event.key.toLowerCase();
  const saves = key === "s" || (key === "enter" && form?.contains(event.target) && one("[data-save]", form));
  if (!form || !saves || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const save = one("[data-save]");
  if (save && !save.disabled && !one("dialog[open]")) form.requestSubmit(save);
});

/* What is typed in a form that keeps no work is sent by the same keys. */
on("keydown", "form[data-sends]", (form, event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const send = one("[type=submit]", form);
  if (!send.disabled) form.requestSubmit(send);
});

const waits = [];
/* What a save waits for, such as files on their way: a function that gives their promises. */
export const onSave = (promises) => waits.push(promises);

on("submit", "[data-guard]", (form, event) => {
  const coming = waits.flatMap((promises) => promises());
  for (const which of event.submitter ? all("[data-which]", form) : []) {
    which.value = event.submitter.dataset[which.dataset.which] || "";
  }
  if (coming.length) {
    stop(event);
    Promise.all(coming).then(() => form.requestSubmit());
  } else if (isSaving() || event.submitter?.matches("[aria-disabled=true]")) {
    stop(event);
  } else {
    // One of the buttons of a form that is changed may save and stay.
    [content, isTouched] = [JSON.stringify(contentOf(form)), false];
    begin(one("[data-stays]", form)?.value !== "", { key: keyOf(form), content });
    keep(form);
  }
});

onDraw(() => {
  const form = guarded();
  if (form) follow(form);
});
