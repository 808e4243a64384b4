/* Unsaved work: whether there is some on the page, in its form or elsewhere; a draft of it is kept in the tab while it is
 * typed, and offered when its form comes again. */

import { ui_instant } from "./locale.js";
import { all, isThere, on, onDraw, one, root } from "./page.js";
import { read, write } from "./storage.js";

let dirty = false;
export const guarded = () => one("form[data-guard]");
export const isDirty = () => dirty;
// Work that is no form: an import whose lines were not all sent.
export const isUnsaved = () => dirty || Boolean(one("[data-unfinished]"));

export function setDirty(value) {
  dirty = value;
  guarded()?.toggleAttribute("data-dirty", value);
}

const PAUSE = 150;
let timer = 0;
// Where unsaved work was when its form was filled anew without being left: after a reconnection, the draft goes back.
let typedIn = "";
let interrupted = null;
// What a form held before anything was typed in it: a form that is filled anew under what was typed goes on from that.
let first = { key: "", data: {} };

const keyOf = (form) => `admin_app.draft:${form.dataset.guard}`;
// Under what a form was kept: one that has just created its record has another guard than it was typed under.
const keptAs = new WeakMap();

/* Nothing of this form stays in the tab, but what is kept under one key. */
function forget(form, but = "") {
  for (const key of keptAs.get(form) ?? []) if (key !== but) write(sessionStorage, key, null);
  keptAs.set(form, new Set(but ? [but] : []));
}

/* What a form holds, files aside; several values of one name are one text. */
export function contentOf(form) {
  const data = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") data[name] = name in data ? `${data[name]},${value}` : value;
  }
  return data;
}

export function keepSoon(form) {
  typedIn = keyOf(form);
  clearTimeout(timer);
  timer = setTimeout(() => keep(form), PAUSE);
}

export function keep(form) {
  if (!isDirty() || !form.isConnected) return;
  forget(form, keyOf(form));
  const kept = { at: Date.now(), data: contentOf(form), was: first.data };
  write(sessionStorage, keyOf(form), JSON.stringify(kept));
}

/* The work is saved, or given up. */
export function discard() {
  const form = guarded();
  if (form) {
    forget(form);
    write(sessionStorage, keyOf(form), null);
  } else if (isDirty() || interrupted?.path === location.pathname) {
    // What was made stands in the place of its form already.
    write(sessionStorage, typedIn, null);
  }
  interrupted = null;
  setDirty(false);
}

/* Offer a draft that nobody typed, unless there is one (the gallery of widgets). */
export function pretendDraft(guard, data) {
  const key = `admin_app.draft:${guard}`;
  if (!read(sessionStorage, key)) write(sessionStorage, key, JSON.stringify({ at: 0, data }));
}

const keptOf = (form) => JSON.parse((form && read(sessionStorage, keyOf(form))) || "null");

/* What the draft holds, for the state that writes it into the form again, and what it was begun from: what others have
 * saved since then is seen by that. */
export const draft = () => keptOf(guarded())?.data ?? {};
export const draftWas = () => keptOf(guarded())?.was ?? {};

/* What somebody has typed in the form, for the state that fills it anew without taking that away. */
export const typed = () => (dirty && guarded() ? contentOf(guarded()) : {});

function restore(form) {
  setDirty(true);
  first = { key: keyOf(form), data: keptOf(form)?.was ?? {} };
  one("[data-restored]", form).click();
}

function offer(form) {
  const kept = keptOf(form);
  const box = one("[data-draft]", form);
  if (!kept || !box) return;
  if (interrupted?.key === keyOf(form) && interrupted.path === location.pathname) {
    interrupted = null;
    restore(form);
    return;
  }
  if (isDirty()) return;
  one("[data-draft-time]", box).textContent = ui_instant(kept.at, root().lang);
  box.hidden = false;
}

// The draft that was there when a form came: the one that is offered, whatever is typed and kept meanwhile.
const found = new WeakMap();
onDraw(() => {
  for (const form of all("form[data-guard]")) {
    if (found.has(form)) continue;
    found.set(form, read(sessionStorage, keyOf(form)));
    if (!isDirty() || first.key !== keyOf(form)) first = { key: keyOf(form), data: contentOf(form) };
    offer(form);
  }
  guarded()?.toggleAttribute("data-dirty", dirty);
  if (isDirty() && !guarded()) {
    interrupted = { key: typedIn, path: location.pathname };
    setDirty(false);
  }
});

on("click", "[data-restore]", (button) => {
  button.closest("[data-draft]").hidden = true;
  clearTimeout(timer);
  write(sessionStorage, keyOf(button.form), found.get(button.form));
  restore(button.form);
});
const FIELDS = "input:not([type=hidden], [type=file], [hidden]), select, textarea";

on("click", "[data-discard]", (button) => {
  button.closest("dialog")?.close();
  one("[data-draft]", button.form).hidden = true;
  discard();
  all(FIELDS, button.form).find(isThere)?.focus();
});
