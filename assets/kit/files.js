/* Choosing files and images: checked here as far as the browser can tell, by their content on the server. */

import { followed, onForm } from "./forms.js";
import { all, on, one, root } from "./page.js";
import { forgetChosen, prepare, problemIn } from "./sending.js";
import { guarded } from "./unsaved.js";

/* What holds for a picture that is to be cropped, where it may also be sent as it is. */
const ofSource = (limits) => ({
  ...limits,
  max: limits.sourceMax,
  formats: limits.sourceFormats,
  tooBig: limits.sourceTooBig,
  wrongFormat: limits.sourceWrongFormat,
});

async function imageProblem(file, limits) {
  if (!file.type.startsWith("image/")) return limits.wrongType;
  if (!limits.formats.split(",").includes(file.type)) return limits.wrongFormat;
  if (file.size > Number(limits.max)) return limits.tooBig;
  try {
    const bitmap = await createImageBitmap(file);
    const sides = [bitmap.width, bitmap.height];
    bitmap.close();
    const fits = sides.every((side) => side >= Number(limits.minSide) && side <= Number(limits.maxSide));
    return fits ? "" : limits.wrongSides;
  } catch {
    return limits.broken;
  }
}

/* What is wrong with a file, by its name and size: `limits` are the texts and figures of its input. */
export function fileProblem({ name, size }, accept, limits) {
  const kinds = accept.split(",").filter((each) => each.startsWith("."));
  if (!kinds.some((kind) => name.toLowerCase().endsWith(kind))) return limits.wrongType;
  if (size > Number(limits.max)) return limits.tooBig;
  return size ? "" : limits.empty;
}

async function chooseImage(input) {
  const box = input.closest(".image-input");
  const limits = input.dataset;
  let file = input.files[0];
  problemIn(box).textContent = "";
  forgetChosen();
  if (!file) return;
  const shape = one("[data-ratio]", box);
  const problem = await imageProblem(file, shape?.value ? ofSource(limits) : limits);
  if (problem) {
    problemIn(box).textContent = problem;
    input.value = "";
    return;
  }
  const cropper = shape ? shape.value && one("[data-crop]", input.form) : one("[data-crop]", box);
  if (cropper) {
    file = await cropper.crop(file, shape ? Number(shape.value) : undefined);
    input.value = "";
    if (!file) return;
  }
  if (one("[data-attached]", box)) {
    attach(input, box, file);
    return;
  }
  one("[data-alt]", box)?.removeAttribute("hidden");
  const preview = one("[data-preview]", box);
  preview.src = URL.createObjectURL(file);
  preview.hidden = false;
  prepare({ file, box, failed: limits.failed, kind: "image", form: input.form });
}

/* ---- pictures of lines (admin_app/kit/forms/attached_input.py): what is known of one stands in an input ---- */

const chosen = new Map();
/* Where this browser can show a picture that waits behind a ticket; empty for one it does not have any more. */
export const pictureOf = (ticket) => chosen.get(ticket) ?? "";

const known = (kept) => {
  try {
    return JSON.parse(kept.value) || {};
  } catch {
    return {};
  }
};

function attach(input, box, file) {
  const kept = one("[data-attached]", box);
  const url = URL.createObjectURL(file);
  input.value = "";
  prepare({
    file,
    box,
    failed: input.dataset.failed,
    kind: kept.name,
    form: input.form,
    sent: (ticket) => {
      chosen.set(ticket, url);
      kept.value = JSON.stringify({ ticket, weight: String(file.size) });
      kept.dispatchEvent(new Event("input", { bubbles: true }));
    },
  });
}

function sizeOf(bytes) {
  const unit = bytes < 1024 * 1024 ? ["kilobyte", 1024, 0] : ["megabyte", 1024 * 1024, 1];
  const options = { style: "unit", unit: unit[0], maximumFractionDigits: unit[2] };
  return new Intl.NumberFormat(root().lang, options).format(bytes / unit[1]);
}

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
    const there = uploaded.get(known(kept).ticket);
    if (there) kept.value = there;
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
  const clear = () => {
    input.value = "";
  };
  problemIn(box).textContent = problem;
  if (problem) clear();
  if (!file || problem) return;
  const form = input.form?.matches("[data-guard]") ? input.form : null;
  // One of several files of a page says its name; the file of a form needs none.
  const kind = name || (form ? "file" : "");
  prepare(kind ? { file, box, failed, kind, form } : { file, box, failed, done: clear });
  if (kind) clear();
}

/* A folder comes as a file too, whose name has no ending that is taken. */
function drop(zone, { dataTransfer: { files } }) {
  const input = one("[data-file]", zone);
  if (files.length) input.files = files;
  chooseFile(input);
}

on("change", "[data-image]", chooseImage);
on("change", "[data-file]", chooseFile);
for (const kind of ["dragover", "dragleave", "drop"]) {
  on(kind, ".file-input", (zone, event) => {
    event.preventDefault();
    zone.toggleAttribute("data-over", kind === "dragover");
    if (kind === "drop") drop(zone, event);
  });
}
