/* Choosing files and images: checked here as far as the browser can tell, by their content on the server. */

import { followed, onForm } from "./forms.js";
import { all, on, one, root } from "./page.js";
import { forgetChosen, prepare, problemIn } from "./sending.js";
import { guarded } from "./unsaved.js";

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
  forgetChosen();
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

/* ---- pictures of lines (admin_app/kit/forms/attached_input.py): what is known of one stands in an input ---- */

const chosen = new Map();
/* Where this browser can show a picture that waits behind a ticket; empty for one it does not have any more. */
export const pictureOf = (ticket) => chosen.get(ticket) ?? "";

function attach(file, url, input) {
  const kept = one("[data-attached]", input.box);
  const sent = (ticket) => {
    chosen.set(ticket, url);
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
  if (form) followed(form);
}

onForm((form) => {
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
  const clear = () => {
    input.value = "";
  };
  problemIn(box).textContent = problem;
  if (file && !problem) prepare({ file, box, failed, kind, form, done: clear });
  if (problem || kind) clear();
}

on("change", "[data-image]", chooseImage);
on("change", "[data-file]", chooseFile);
for (const kind of ["dragover", "dragleave", "drop"]) {
  on(kind, ".file-input", (zone, event) => {
    event.preventDefault();
    zone.toggleAttribute("data-over", kind === "dragover");
    if (kind !== "drop") return;
    const input = one("[data-file]", zone);
    const { files } = event.dataTransfer;
    // A folder comes as a file too, whose name has no ending that is taken.
    if (files.length) input.files = files;
    chooseFile(input);
  });
}
