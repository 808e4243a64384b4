/* One save at a time. While it runs its form is shut, for what would be typed meanwhile is no part of it, and who wants to
 * leave waits for its end. */

import { on, one, stop } from "./page.js";

const ANSWER_LIMIT = 35000; // milliseconds
const WAITS = ".save-bar .running"; // The page itself says that it goes on, as long as it takes.
let asked = 0;
let from = "";
let isShut = false;
let timer = 0;
const ends = [];

const form = () => one("form[data-guard]");

const isLate = () => Date.now() - asked >= ANSWER_LIMIT && !one(WAITS, form());

// A second click while a save is under way would wait in the queue and save again once the first is answered.
export const isSaving = () => Boolean(asked && form() && !isLate());

/* A save was sent; `shuts` says that it leads away from its form. */
export function begin(shuts) {
  [asked, from, isShut] = [Date.now(), location.pathname, shuts];
  watch();
}

/* What is done once a save was answered: `act({ isSaved, isLeft })`, the latter where its page is not there any more. */
export const onEnd = (act) => ends.push(act);

const tell = (end) => ends.map((act) => act(end));

/* Whether the page whose save runs is not there any more. */
export const isLeft = () => Boolean(asked) && from !== location.pathname;

export function end(isSaved) {
  const answer = { isSaved, isLeft: isLeft() };
  asked = 0;
  watch();
  tell(answer);
}

/* Shut as long as it runs, also where the form is filled anew; nobody waits for an answer that does not come. */
function watch() {
  clearTimeout(timer);
  if (isSaving() && isShut) form().setAttribute("aria-busy", "true");
  else form()?.removeAttribute("aria-busy");
  if (asked && isLate()) tell({ isSaved: false, isLeft: false });
  else if (asked) timer = setTimeout(watch, 1000);
}

// The focus stays where it is, and so do the keys that act on nothing in a form.
const KEPT = /^(Tab|F\d+)$/;
const PARTS = "form[data-guard][aria-busy=true] > :not(.save-bar, dialog)";
on(
  "beforeinput keydown pointerdown mousedown click drop",
  PARTS,
  (_, event) => {
    // What the script presses is no click of a pointer.
    const isOwn = event.type === "click" && !event.detail;
    if (isSaving() && !isOwn && !KEPT.test(event.key)) stop(event);
  },
  true,
);
