/* Lines in order: named, folded, moved, asked about before they go (admin_app/kit/forms/formset_page.py). */

import { guarded } from "./drafts.js";
import { changed } from "./forms.js";
import { all, byId, on, one, say, stop } from "./page.js";

const NAMED = 120;
// The button that moved a line: it keeps the focus when React has put the line elsewhere.
let held = null;

// Where HTML begins another line of text.
const BREAKS = /<(\/(p|h\d|li|blockquote|div|td)|br)\b/g;

/* A chip as it is chosen, or what is said where nothing is known of the reader: as it is stored it has no words. */
const wordsOf = ({ chip, fallback }) =>
  all("[data-opens=chip] option").find(({ value }) => value === chip)?.textContent ?? fallback;

/* A text as it reads: that of an editor is HTML. */
function plain(text) {
  if (!/<\w/.test(text)) return text;
  const { body } = new DOMParser().parseFromString(text.replace(BREAKS, " $&"), "text/html");
  for (const chip of all("[data-chip]:empty", body)) chip.textContent = wordsOf(chip.dataset);
  return body.textContent;
}

const firstWords = (text) => text.replace(/\s+/g, " ").trim().slice(0, NAMED);

/* The first words of a line's text; HTML counts as the text it shows. */
export const nameOf = (text) => firstWords(plain(text));

function nameLines(form) {
  for (const each of all("[data-names]", form)) {
    const control = form.elements[each.dataset.names];
    const read = control?.matches(".rich-text-source") ? nameOf : firstWords;
    say(each, read(control?.value || ""));
  }
}

const headOf = (line) =>
  all(":scope > .line-head :is(.line-label, .line-name)", line)
    .map((each) => each.textContent)
    .filter(Boolean)
    .join(" · ");
const TEXTS = "input[name]:not([type=radio], [type=checkbox]), textarea[name]";
const isFilled = (line) => all(TEXTS, line).some((each) => each.value.trim());

function fold(line, folded) {
  line.toggleAttribute("data-folded", folded);
  one("[data-folds]", line)?.setAttribute("aria-expanded", String(!folded));
}

/* A line with something in it goes after a question, which says what goes with it. */
on("click", "[data-removes]", (button, event) => {
  const near = button.closest("[data-line]");
  // What is drawn of a line elsewhere names it.
  const line = byId(near.dataset.line) || near;
  const dialog = byId("remove-line");
  const agreed = dialog?.returnValue === "remove";
  if (dialog) dialog.returnValue = "";
  if (!dialog || agreed || !isFilled(line)) return;
  stop(event);
  one("[data-what]", dialog).textContent = headOf(line);
  const row = (each) => Object.assign(document.createElement("li"), { textContent: headOf(each) });
  one("[data-goes]", dialog).replaceChildren(...all("[data-line]", line).map(row));
  dialog.onclose = () => dialog.returnValue === "remove" && button.click();
  dialog.showModal();
});
/* One line for a double click: the other kinds of it stand close by. */
on("click", "[data-adds]", (_, event) => event.detail > 1 && stop(event));
on("click", "[data-folds]", (button) => {
  const line = button.closest("[data-line]");
  fold(line, !line.hasAttribute("data-folded"));
});
on("click", "[data-fold-all]", (button) => {
  const lines = all(":scope > .lines > [data-line]", button.closest(".outline"));
  for (const line of lines) fold(line, Boolean(button.dataset.foldAll));
});
on("reach", null, (element) => {
  for (let line = element; line; line = line.parentElement) if (line.matches("[data-folded]")) fold(line, false);
});
on("click", "[data-moves]", () => (held = document.activeElement));

const STEPS = { ArrowUp: -1, ArrowDown: 1 };
function moveByKey(line, event) {
  const by = event.altKey && !event.ctrlKey && !event.metaKey && STEPS[event.key];
  const button = by && !event.target.matches("select") && one(`:scope > .line-head [data-moves="${by}"]`, line);
  if (!button) return;
  stop(event);
  button.click();
}
// Before an editor of rich text, which knows these keys too.
on("keydown", "[data-line]", moveByKey, true);

const TYPED = "input:not([type=checkbox], [type=radio], [type=color], [type=file]), textarea, [contenteditable=true]";
// In a text these keys are the browser's, or the editor's.
on("keydown", null, (target, event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
  const button = one(key === "y" || event.shiftKey ? "[data-redoes]" : "[data-undoes]");
  if (!button || target.closest?.(TYPED)) return;
  stop(event);
  button.click();
});

on("follow", "form", nameLines);

/* The state has changed the lines: it is said aloud, and the one of this name is in view. */
export function linesChanged(name, text) {
  const form = guarded();
  if (form) changed(form);
  const aloud = one("[data-aloud]");
  if (aloud) aloud.textContent = text;
  if (held?.isConnected) held.focus({ preventScroll: true });
  held = null;
  byId(`line-${name}`)?.scrollIntoView({ block: "nearest" });
}
