/* Files that come from the backend: fetched at once, or held here until the server says that all of it was sent. */

import { byId, on, one, whenThere } from "./page.js";
import { onBackend } from "./sending.js";

const KEPT = 60000;
const held = {};

/* Give a file to the person; one without a name has that of the answer. */
export function save(href, name = "") {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

/* The same for what was made or held here; the browser reads it soon after the click, and does not say when. */
export function saveBlob(blob, name) {
  const href = URL.createObjectURL(blob);
  save(href, name);
  setTimeout(() => URL.revokeObjectURL(href), KEPT);
}

export const fetchFile = (path) => save(onBackend(path));

/* A file to look at comes from the backend; its address works once. The button that asked for it is gone: the focus goes on
 * to what it brought. */
export const showFile = (id, path) =>
  whenThere(
    () => byId(id),
    (each) => {
      each[each.matches("a") ? "href" : "src"] = onBackend(path);
      if (each.matches("img")) each.tabIndex = -1;
      each.focus({ preventScroll: true });
    },
  );

export function holdFile(ticket, path) {
  const stop = new AbortController();
  const fetched = async () => {
    const answer = await fetch(onBackend(path), { signal: stop.signal });
    return answer.ok ? answer.blob() : null;
  };
  // What is missing is found when it is saved; the server says why.
  held[ticket] = { stop, blob: fetched().catch(() => null) };
}

export async function saveFile(ticket, name, size) {
  const blob = await held[ticket]?.blob;
  if (blob?.size === Number(size)) saveBlob(blob, name);
  else one("[data-lost-file]")?.click();
}

export function dropFile(ticket) {
  held[ticket]?.stop.abort();
  delete held[ticket];
}

on("click", "[data-save-file]", ({ dataset }) => saveFile(dataset.saveFile, dataset.name, dataset.bytes));
