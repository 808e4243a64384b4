/* A chosen file on its way: announced to the server, which gives a ticket, then sent with its progress. */

import { chose } from "./drafts.js";
import { changed, onSave } from "./forms.js";
import { on, one } from "./page.js";

let backend = "";
/* A form may have an image and a file: what was chosen last of each, and what is still on its way. */
const lastOf = {};
const coming = {};
let chosen = null;

/* The backend may stand elsewhere than the pages (make dev). */
export const setBackend = (address) => {
  backend = address;
};
export const onBackend = (path) => new URL(path, backend || location.origin).href;

export const problemIn = (box) => one("[data-image-error], [data-file-error]", box);

/* Another file is being looked at: what was chosen before it does not count. */
export const forgetChosen = () => {
  chosen = null;
};

/* Ask the state for a ticket; it answers by `sendFile`. */
export function prepare({ file, box, failed, kind = "", form = null, done, sent }) {
  chosen = { file, box, failed, done, sent };
  if (kind) {
    lastOf[kind] = chosen;
    coming[kind] = new Promise((resolve) => {
      chosen.done = resolve;
    });
  }
  if (form && (kind === "image" || kind === "file")) chose(form, box);
  if (form) changed(form);
  one("[data-prepare]", box).click();
}

export const fileName = () => chosen?.file.name ?? "";

/* By XMLHttpRequest: fetch tells nothing of how much was sent. `words` are what is said of an answer, by its number. */
export function sendFile(path, kind, words) {
  const going = kind ? lastOf[kind] : chosen;
  if (!going) return;
  const { file, box, failed, done } = going;
  const bar = one("[data-progress]", box);
  const request = new XMLHttpRequest();
  const finish = (sent, stopped) => {
    bar.hidden = true;
    delete coming[kind];
    box.removeAttribute("data-sending");
    if (!sent && !stopped) problemIn(box).textContent = words[request.status] ?? failed;
    if (sent) going.sent?.(path.split("/").pop());
    done(sent);
    if (sent) one("[data-sent]", box)?.click();
  };
  box.setAttribute("data-sending", "");
  request.upload.onprogress = ({ loaded, total }) => {
    bar.hidden = false;
    bar.value = (100 * loaded) / total;
  };
  request.onload = () => finish(request.status === 204);
  request.onerror = () => finish(false);
  request.onabort = () => finish(false, true);
  request.open("POST", onBackend(path));
  request.send(file);
  going.stop = () => request.abort();
}

onSave(() => Object.values(coming));
on("click", "[data-stop-sending]", () => chosen?.stop?.());
