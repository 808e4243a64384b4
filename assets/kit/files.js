/* Choosing files and images: checked here as far as the browser can tell, by their content on the server. */

import { on, one } from "./page.js";
import { forgetChosen, prepare, problemIn } from "./sending.js";

const IMAGES = ["image/png", "image/jpeg"];

async function imageProblem(file, limits) {
  if (file.size > Number(limits.max)) return limits.tooBig;
  if (!IMAGES.includes(file.type)) return limits.wrongType;
  try {
    const bitmap = await createImageBitmap(file);
    const sides = [bitmap.width, bitmap.height];
    bitmap.close();
    const fits = sides.every((side) => side >= Number(limits.minSide) && side <= Number(limits.maxSide));
    return fits ? "" : limits.wrongSides;
  } catch {
    return limits.wrongType;
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
  const problem = await imageProblem(file, limits);
  if (problem) {
    problemIn(box).textContent = problem;
    input.value = "";
    return;
  }
  const cropper = one("[data-crop]", box);
  if (cropper) {
    file = await cropper.crop(file);
    input.value = "";
    if (!file) return;
  }
  one("[data-alt]", box)?.removeAttribute("hidden");
  const preview = one("[data-preview]", box);
  preview.src = URL.createObjectURL(file);
  preview.hidden = false;
  prepare({ file, box, failed: limits.failed, kind: "image", form: input.form });
}

function chooseFile(input) {
  const box = input.closest(".file-input");
  const limits = input.dataset;
  const file = input.files[0];
  problemIn(box).textContent = "";
  if (!file) return;
  const problem = fileProblem(file, input.accept, limits);
  const failed = limits.failed;
  const clear = () => {
    input.value = "";
  };
  if (problem) {
    problemIn(box).textContent = problem;
    clear();
  } else if (input.form?.matches("[data-guard]")) {
    prepare({ file, box, failed, kind: "file", form: input.form });
    clear();
  } else prepare({ file, box, failed, done: clear });
}

/* A folder comes as a file too: its entry tells. */
function drop(zone, { dataTransfer }) {
  const input = one("[data-file]", zone);
  const entry = dataTransfer.items[0]?.webkitGetAsEntry?.();
  if (!dataTransfer.files.length || (entry && !entry.isFile)) {
    problemIn(zone).textContent = input.dataset.notAFile;
    return;
  }
  const dropped = new DataTransfer();
  dropped.items.add(dataTransfer.files[0]);
  input.files = dropped.files;
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
