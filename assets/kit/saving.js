/* One save at a time. While it runs its form is shut, for what would be typed meanwhile is no part of it, and who wants to
 * leave waits for its end. */

import { on, one, stop } from "./page.js";
import { read, write } from "./storage.js";

const ANSWER_LIMIT = 35000; // milliseconds
// In the tab: the answer may come to another document of it, loaded while the save ran.
const UNDER_WAY = "admin_app.saving";
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

/* A save was sent; `shuts` says that it leads away from its form, `what` is told again by `underWay`. */
export function begin(shuts, what) {
  [asked, from, isShut] = [Date.now(), location.pathname, shuts];
  write(sessionStorage, UNDER_WAY, JSON.stringify(what));
  watch();
}

/* What is done once a save was answered: `act({ isSaved, isLeft })`, the latter where its page is not there any more. */
export const onEnd = (act) => ends.push(act);

const tell = (end) => ends.map((act) => act(end));

export const underWay = () => JSON.parse(read(sessionStorage, UNDER_WAY) || "null");

/* Whether the page whose save runs is not there any more; what this document did not send was sent from another one. */
export const isLeft = () => (asked ? from !== location.pathname : Boolean(underWay()));

export function end(isSaved, isOther) {
  const answer = { isSaved, isLeft: isOther || isLeft() };
  asked = 0;
  write(sessionStorage, UNDER_WAY, null);
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
