/* The end of a session without activity: the warning before it, in every tab, gone as soon as any of them is used.
 * And the password over a page whose session ended, after which the page goes on where it stopped. */

import { guarded } from "./drafts.js";
import { answered } from "./forms.js";
import { byId, on, onDraw, one } from "./page.js";
import { read } from "./storage.js";

const WARNING = 120;
/* Of a session that lasts a minute, two are too much. */
const PART = 1 / 4;
const RECENT = 60;
const AGAIN = 10;
const SAID = [60, 30, 10];
const now = () => Date.now() / 1000;

/* Seconds by which the clock of this machine is beside that of the server. */
let shift = 0;
let touched = 0;
let pressed = 0;

on("keydown pointerdown", null, () => (touched = now()), true);

/* Seconds until the session ends; nobody who is signed out has an end. */
function left(dialog) {
  const last = Number(read(localStorage, "admin_app.last_activity"));
  const lasts = Number(dialog.dataset.lasts);
  return last && lasts && read(localStorage, "admin_app.token") ? last + lasts + shift - now() : Infinity;
}

/* The server counts, in all its tabs; an end that it does not see yet is put off as it says. */
export function idleIn(seconds) {
  const dialog = byId("idle");
  if (dialog) shift += seconds - left(dialog);
}

function press(name) {
  if (now() - pressed < AGAIN) return;
  pressed = now();
  one(`[data-${name}]`)?.click();
}

function show(dialog, rest) {
  if (!dialog.open) dialog.showModal();
  const time = `${Math.floor(rest / 60)}:${String(Math.floor(rest % 60)).padStart(2, "0")}`;
  one("[data-idle-left]", dialog).textContent = time;
  if (SAID.includes(Math.floor(rest))) one("[data-idle-said]", dialog).textContent = time;
}

export function tick() {
  const dialog = byId("idle");
  if (!dialog) return;
  const rest = left(dialog);
  if (rest > Math.min(WARNING, Number(dialog.dataset.lasts) * PART) || rest <= 0) dialog.close();
  // Who types asks the server for nothing, and is there all the same.
  else if (dialog.open || now() - touched >= RECENT) show(dialog, rest);
  else press("stay");
  if (rest <= 0) press("lapse");
}
// Whoever presses Escape is there.
on("cancel", "#idle", () => one("[data-stay]")?.click());

/* ---- the password over the page ---- */

let unsent = false;

/* The session ended while something was asked; `saving` says that it was a save. */
export function signInAgain(saving) {
  answered();
  unsent = saving;
}

export function signedInAgain() {
  const form = guarded();
  if (unsent && form) form.requestSubmit();
  unsent = false;
}

const isLocked = (dialog) => dialog.dataset.value === "locked";

function cover(dialog) {
  if (isLocked(dialog) && !dialog.open) {
    byId("idle")?.close();
    dialog.showModal();
    one("[type=password]", dialog).focus();
  } else if (!isLocked(dialog) && dialog.open) {
    one("form", dialog).reset();
    dialog.close();
  }
}

onDraw(() => {
  const dialog = byId("sign-in-again");
  if (dialog) cover(dialog);
});
on("cancel", "#sign-in-again", (_, event) => event.preventDefault());
// The browser lets nobody be kept by the same question twice.
on("close", "#sign-in-again", cover);
