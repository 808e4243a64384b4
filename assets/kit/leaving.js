/* Leaving a page with unsaved work, and leaving the application. */

import { forgetTab } from "../patches/tab_proof.js";
import { go } from "./address.js";
import { discard, guarded, isDirty, isUnsaved, keep, putAside } from "./drafts.js";
import { byId, isElsewhere, on, one, onWindow, press, root, stop } from "./page.js";
import { isSaving, onEnd } from "./saving.js";
import { read, write } from "./storage.js";

const SESSION = ["admin_app.token", "admin_app.refresh_token", "admin_app.last_activity", "admin_app.recent"];
// Milliseconds in which the other tab has written all it had to say: why it is out, too.
const WORD = 100;
let leaving = false;
let pending = "";
// Who wants to leave while a save runs: what to do once it is saved, and where it is not.
let held = null;
// They went, or had gone: what was saved opens nothing any more.
let isGone = false;

/* About what is unsaved on the page: it is given up, and gone before the person goes on; or kept as a draft, where that is
 * offered; or saved before they go; or they stay. A form whose save is none to leave by names a dialog of its own. What is being
 * saved is neither given up nor asked about: they go once it is saved, and stay to see why it is not. */
function ask(leavePage, stay = () => {}) {
  if (isSaving()) {
    held = { leavePage, stay };
    root().toggleAttribute("data-navigating", true);
    return;
  }
  const dialog = byId(isDirty() ? (guarded()?.dataset.leave ?? "leave") : "leave-unfinished");
  const answer = (given) => {
    if (given === "discard") discard();
    if (given === "keep") putAside();
    if (given === "save") one("[data-save]")?.click();
    if (given === "save" && isSaving()) ask(leavePage, stay);
    else (["discard", "keep"].includes(given) ? leavePage : stay)();
  };
  if (!dialog) {
    answer("discard");
    return;
  }
  dialog.onclose = () => answer(dialog.returnValue);
  dialog.returnValue = "";
  dialog.showModal();
}

onEnd(({ isSaved, isLeft }) => {
  const waiting = held;
  held = null;
  isGone = isSaved && (isLeft || Boolean(waiting));
  if (!waiting) return;
  root().toggleAttribute("data-navigating", false);
  if (!isSaved) waiting.stay();
  else if (isDirty()) ask(waiting.leavePage, waiting.stay);
  else waiting.leavePage();
});

/* What the router asks before it goes: whether to ask, and then the person. A form whose address asks for something
 * else is filled anew. */
const isWork = () => isUnsaved() || isSaving();
const isOther = (one, other) => one.pathname !== other.pathname || (isDirty() && one.search !== other.search);
export const blocks = ({ currentLocation, nextLocation }) =>
  isWork() && !leaving && !one("#sign-in-again[open]") && isOther(currentLocation, nextLocation);

export function asked(blocker) {
  if (blocker.state === "blocked") ask(blocker.proceed, blocker.reset);
}

on("click", "[data-asks-first]", (button, event) => {
  if (!isWork() || leaving || (button.matches("a") && isElsewhere(event))) return;
  stop(event);
  ask(() => {
    leaving = true;
    button.click();
    leaving = false;
  });
});

/* What was saved, in place of its form. */
export function openInstead(address) {
  if (!isGone) replaceBy(address);
}

/* Another address in place of this one, so that Back leads past it: a form that was saved is not come back to. The page
 * of a record from which its form was opened is gone back to, or it would stand there twice. */
function replaceBy(address) {
  const { navigation } = window;
  const before = navigation?.entries()[navigation.currentEntry.index - 1];
  if (before && new URL(before.url).pathname === address) history.back();
  else go(address, { replace: true });
}

on("click", "a[data-instead]", (link, event) => {
  if (isElsewhere(event)) return;
  stop(event);
  replaceBy(link.pathname);
});

// A call or a message is for another program: the browser says that the page is left, and stays.
const ELSEWHERE = ["tel:", "sms:", "mailto:"];
let calling = false;
on("click", "a[href]", (link) => {
  if (!ELSEWHERE.includes(link.protocol)) return;
  calling = true;
  setTimeout(() => (calling = false), 500);
});

onWindow("beforeunload", (event) => {
  if (leaving || !(calling || isUnsaved())) return;
  const form = guarded();
  if (form) keep(form); // what was typed a moment ago too
  if (!calling) event.preventDefault();
  // Reflex drops its socket here; if the person stays, it only reconnects when the page becomes visible again. No event
  // tells that somebody stayed: timers stand still while the browser asks, so these run after the answer.
  for (const pause of [500, 3000]) setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), pause);
});

/* While the code of the next screen is fetched; where it does not come, `late` says so. */
export function navigating(state, wanted, limit, late) {
  const loading = state === "loading";
  root().toggleAttribute("data-navigating", loading);
  // React Router reloads the page it is on when code does not come: early.js then goes on to this one.
  write(sessionStorage, "admin_app.wanted", loading ? wanted : null);
  if (!loading) return undefined;
  const timer = setTimeout(() => {
    pending = wanted;
    late();
  }, limit);
  return () => clearTimeout(timer);
}

on("click", "[data-retry]", () => {
  if (!pending) return;
  leaving = true;
  location.assign(pending);
});

/* Sign out: nothing of the session stays in the browser but unsaved work. */
export function leave(address) {
  const form = guarded();
  if (form) keep(form);
  leaving = true;
  for (const key of SESSION) write(localStorage, key, "");
  forgetTab();
  location.assign(address);
}

/* Under the hands of whoever is there: the focus goes on to the title of what comes. */
export function reload() {
  leaving = true;
  write(sessionStorage, "admin_app.anew", "yes");
  location.reload();
}

// Another tab signed in or out, and said why. Reflex hears of it by the same event, and must have told the server first.
const follow = () => press(one("[data-follow]"), read(localStorage, "admin_app.ended") ?? "");
onWindow("storage", ({ key }) => {
  if (key === "admin_app.token") setTimeout(follow, WORD);
});
