/* Files and images: checked here as far as the browser can tell, by their content on the server; announced to the server,
 * which gives a ticket, then sent with their progress. */

import { guarded, keepSoon } from "./drafts.js";
import { changed, follow, onSave } from "./forms.js";
import { all, on, one, root } from "./page.js";

let backend = "";
/* A form may have an image and a file: what was chosen last of each, and what is still on its way. */
const lastOf = {};
const coming = {};
let chosen = null;

/* What is wrong with a file, by its name and size: `limits` are the texts and figures of its input. */
export function fileProblem({ name, size }, accept, limits) {
  const kinds = accept.split(",").filter((each) => each.startsWith("."));
  if (!kinds.some((kind) => name.toLowerCase().endsWith(kind))) return limits.wrongType;
  if (size > Number(limits.max)) return limits.tooBig;
  return size ? "" : limits.empty;
}

async function imageProblem(file, limits) {
  if (!file.type.startsWith("image/")) return limits.wrongType;
  if (!limits.formats.split(",").includes(file.type)) return limits.wrongFormat;
  if (file.size > Number(limits.max)) return limits.tooBig;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return limits.broken;
  const fits = (side) => side >= Number(limits.minSide) && side <= Number(limits.maxSide);
  return fits(bitmap.width) && fits(bitmap.height) ? "" : limits.wrongSides;
}

async function chooseImage(input) {
  const box = input.closest(".image-input");
  // A picture of a line may be cut to a shape or sent as it is: larger ones may be cut.
  const shape = one("[data-ratio]", box);
  const limits = { ...input.dataset, ...(shape?.value && shape.dataset) };
  let [file] = input.files;
  chosen = null; // What was chosen before does not count.
  const problem = file ? await imageProblem(file, limits) : "";
  problemIn(box).textContent = problem;
  input.value = "";
  if (!file || problem) return;
  const cropper = shape ? shape.value && one("[data-crop]", input.form) : one("[data-crop]", box);
  if (cropper) file = await cropper.crop(file, shape ? Number(shape.value) : undefined);
  if (file) (shape ? attach : putIn)(file, URL.createObjectURL(file), { box, failed: limits.failed, form: input.form });
}

/* The picture of a form. */
function putIn(file, url, input) {
  one("[data-alt]", input.box)?.removeAttribute("hidden");
  Object.assign(one("[data-preview]", input.box), { src: url, hidden: false });
  prepare({ file, kind: "image", ...input });
}

/* ---- pictures of lines (admin_app/kit/forms/image_input.py): what is known of one stands in an input ---- */

const urls = new Map();
const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="-20 -8 64 40" fill="none"
  stroke="gray"><rect x="3" y="3" width="18" height="18" rx="2"/><circle cx="9" cy="9" r="2"/>
  <path d="m21 15-3-3a2 2 0 0 0-3 0l-9 9"/></svg>`;
/* Where this browser can show a picture that waits behind a ticket: it still waits where the page was opened anew, which
 * cannot show it, and has a sign in its place. */
export const pictureOf = (ticket) => urls.get(ticket) ?? (ticket && `data:image/svg+xml,${encodeURIComponent(SIGN)}`);

function attach(file, url, input) {
  const kept = one("[data-attached]", input.box);
  const sent = (ticket) => {
    urls.set(ticket, url);
    kept.value = JSON.stringify({ ticket, weight: String(file.size) });
    kept.dispatchEvent(new Event("input", { bubbles: true }));
  };
  prepare({ file, kind: kept.name, sent, ...input });
}

const SIZE = { style: "unit", unit: "byte", unitDisplay: "narrow", notation: "compact" };
const sizeOf = (bytes) => new Intl.NumberFormat(root().lang, SIZE).format(bytes);

const known = (kept) => JSON.parse(kept.value || "{}") ?? {};
const uploaded = new Map();
/* The API has the picture of a ticket: what is known of it now takes its place, in steps that were undone too. */
export function attached(ticket, text) {
  uploaded.set(ticket, text);
  const form = guarded();
  if (form) follow(form);
}

on("follow", "form", (form) => {
  for (const kept of all("[data-attached]", form)) {
    const box = kept.closest(".image-input");
    kept.value = uploaded.get(known(kept).ticket) ?? kept.value;
    const { ticket, src, weight } = known(kept);
    const shown = pictureOf(ticket) || src || "";
    const preview = one("[data-preview]", box);
    if (shown && preview.getAttribute("src") !== shown) preview.src = shown;
    preview.hidden = !shown;
    one("[data-weight]", box).textContent = weight ? sizeOf(Number(weight)) : "";
    one("[data-waits]", box).hidden = !ticket;
    one("[data-empty]", box).hidden = Boolean(shown || ticket);
  }
});

function chooseFile(input) {
  const box = input.closest(".file-input");
  const [file] = input.files;
  const { failed, file: name } = input.dataset;
  const problem = file ? fileProblem(file, input.accept, input.dataset) : "";
  const form = input.closest("form[data-guard]");
  // One of several files of a page says its name; the file of a form needs none.
  const kind = name || (form ? "file" : "");
  const clear = () => (input.value = "");
  problemIn(box).textContent = problem;
  if (file && !problem) prepare({ file, box, failed, kind, form, done: clear });
  if (problem || kind) clear();
}

on("change", "[data-image]", chooseImage);
on("change", "[data-ratio]", (shape) => {
  const input = one("[data-image]", shape.closest(".image-input"));
  input.accept = (shape.value ? shape : input).dataset.formats;
});
on("change", "[data-file]", chooseFile);
on("dragover dragleave drop", ".file-input", (zone, event) => {
  event.preventDefault();
  zone.toggleAttribute("data-over", event.type === "dragover");
  if (event.type !== "drop") return;
  const input = one("[data-file]", zone);
  const { files } = event.dataTransfer;
  // A folder comes as a file too, whose name has no ending that is taken.
  if (files.length) input.files = files;
  chooseFile(input);
});

/* ---- on its way ---- */

/* The backend may stand elsewhere than the pages (make dev). */
export const setBackend = (address) => (backend = address);
export const onBackend = (path) => new URL(path, backend || location.origin).href;

const problemIn = (box) => one("[data-image-error], [data-file-error]", box);

/* Ask the state for a ticket; it answers by `sendFile`. */
export function prepare({ file, box, failed, kind = "", form = null, done, sent }) {
  chosen = { file, box, failed, done, sent };
  if (kind) {
    lastOf[kind] = chosen;
    coming[kind] = new Promise((resolve) => (chosen.done = resolve));
  }
  if (form) changed(form);
  one("[data-prepare]", box).click();
}

export const fileName = () => chosen?.file.name ?? "";

/* By XMLHttpRequest: fetch tells nothing of how much was sent. `words` are what is said of an answer, by its number. */
export function sendFile(path, kind, words) {
  const going = kind ? lastOf[kind] : chosen;
  if (!going) return;
  const form = guarded();
  if (form) keepSoon(form); // A draft keeps no file, and says so once the state has written that one waits.
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
