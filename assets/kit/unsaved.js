/* Whether there is unsaved work on the page: in its form, or elsewhere. */

import { onDraw, one } from "./page.js";

let dirty = false;

export const guarded = () => one("form[data-guard]");
export const isDirty = () => dirty;
// Work that is no form: an import whose lines were not all sent.
export const isUnsaved = () => dirty || Boolean(one("[data-unfinished]"));

export function setDirty(value) {
  dirty = value;
  guarded()?.toggleAttribute("data-dirty", value);
}

onDraw(() => guarded()?.toggleAttribute("data-dirty", dirty));
