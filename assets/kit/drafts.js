/* Unsaved work: whether there is some on the page, in its form or elsewhere; a draft of it is kept in the tab while it is
 * typed, and offered when its form comes again. */

import { ui_instant } from "./locale.js";
import { all, isElsewhere, isThere, on, onDraw, one, root } from "./page.js";
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

export const keyOf = (form) => `admin_app.draft:${form.dataset.guard}`;
// Under what a form was kept: one that has just created its record has another guard than it was typed under.
const keptAs = new WeakMap();
// Forms that a draft was taken in, until the one comes that holds it: nothing that is typed in them is kept over it.
const left = new WeakSet();

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
  if (!isDirty() || !form.isConnected || left.has(form)) return;
  const there = keptAs.get(form)?.has(keyOf(form)) === false && keptOf(form);
  if (there) setAside(form, [there, ...asideOf(form)]); // under the guard that this form has now
  forget(form, keyOf(form));
  const kept = { at: Date.now(), data: contentOf(form), was: first.data };
  write(sessionStorage, keyOf(form), JSON.stringify(kept));
}

/* The work is left, and its draft offered when its form comes again. */
export function putAside() {
  const form = guarded();
  if (form) keep(form);
  interrupted = null;
  setDirty(false);
}

/* Whether the form that is drawn is another one than `guard` names. */
export const isOther = (guard) => Boolean(guard && guarded()) && guarded().dataset.guard !== guard;

/* The work is saved, or given up. `guard` names its form where that may not be drawn, or another one by now: the load of
 * a page that was opened meanwhile has ended the save for this document (saving.js), and not its draft. */
export function discard(guard) {
  const form = guarded();
  if (guard) write(sessionStorage, `admin_app.draft:${guard}`, null);
  if (isOther(guard)) return;
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

/* What was saved from a page that is not there any more: the draft of that goes, and none that holds something else. */
export function discardSaved({ key, content }) {
  const kept = JSON.parse(read(sessionStorage, key) || "null");
  if (kept && JSON.stringify(kept.data) === content) write(sessionStorage, key, null);
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

/* A form that tells whose it is, by the inputs of `data-called`, is written for one person after the other: a draft that
 * is not gone on with is put aside, and no other takes its place. The latest of them is the one that is offered. */
const asideKey = (form) => `${keyOf(form)}+`;
const asideOf = (form) => JSON.parse(read(sessionStorage, asideKey(form)) || "[]");
const setAside = (form, drafts) => write(sessionStorage, asideKey(form), drafts.length ? JSON.stringify(drafts) : null);
const callOf = (form, { data }) =>
  (form.dataset.called || "")
    .split(",")
    .map((name) => data[name])
    .filter(Boolean)
    .join(" ");

function restore(form) {
  setDirty(true);
  first = { key: keyOf(form), data: keptOf(form)?.was ?? {} };
  one("[data-restored]", form).click();
}

function offer(form) {
  if (!one("[data-draft]", form)) return;
  const kept = keptOf(form);
  if (interrupted?.key === keyOf(form) && interrupted.path === location.pathname) {
    interrupted = null;
    if (kept) {
      restore(form);
      return;
    }
  }
  if (!form.dataset.called) {
    show(form, isDirty() ? null : kept);
    return;
  }
  if (kept && !isDirty()) {
    setAside(form, [kept, ...asideOf(form)]);
    write(sessionStorage, keyOf(form), null);
  }
  show(form, asideOf(form)[0]);
}

function show(form, kept) {
  const box = one("[data-draft]", form);
  box.hidden = !kept;
  if (!kept) return;
  one("[data-draft-time]", box).textContent = ui_instant(kept.at, root().lang);
  const call = callOf(form, kept);
  for (const each of all("[data-draft-call]", box)) each.textContent = call && ` · ${call}`;
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

on("click", "[data-restore]", ({ form }) => {
  if (left.has(form)) return;
  if (form.dataset.called) change(form);
  else write(sessionStorage, keyOf(form), found.get(form));
  left.add(form);
  show(form, null);
  restore(form);
});

/* The record of a form is gone, which has the guard of a new one by then: what it holds fills the form that the link
 * leads to. */
on("click", "a[data-carries]", (link, event) => {
  const form = guarded();
  if (!form || isElsewhere(event)) return;
  for (const answer of all("[data-confirmed]", form)) answer.value = "";
  setDirty(true);
  keep(form);
  typedIn = keyOf(form);
  interrupted = { key: typedIn, path: link.pathname };
  setDirty(false);
});

/* The draft that is offered takes the place of what is typed, which is put aside for it. */
function change(form) {
  keep(form);
  const [taken, ...others] = asideOf(form);
  setAside(form, isDirty() ? [keptOf(form), ...others] : others);
  write(sessionStorage, keyOf(form), JSON.stringify(taken));
}

const FIELDS = "input:not([type=hidden], [type=file], [hidden]), select, textarea";

on("click", "[data-discard]", (button) => {
  const { form } = button;
  button.closest("dialog")?.close();
  if (form.dataset.called) setAside(form, asideOf(form).slice(1));
  else discard();
  show(form, asideOf(form)[0]);
  all(FIELDS, form).find(isThere)?.focus();
});
