/* What leaves the page: files of the backend, fetched at once or held here until the server says that all of it was sent,
 * the picture of a chart, paper, and what is copied. */

import { onBackend } from "./files.js";
import { byId, on, one, root, whenThere } from "./page.js";

const KEPT = 60000;
const SAID = 1500;
const held = {};

/* Give a file to the person; one without a name has that of the answer. */
function save(href, name = "") {
  Object.assign(document.createElement("a"), { href, download: name }).click();
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
  const blob = fetch(onBackend(path), { signal: stop.signal }).then((answer) => answer.ok && answer.blob());
  // What is missing is found when it is saved; the server says why.
  held[ticket] = { stop, blob: blob.catch(() => null) };
}

export async function saveFile(ticket, name, size) {
  const blob = await held[ticket]?.blob;
  if (blob?.size !== Number(size)) {
    one("[data-lost-file]")?.click();
    return;
  }
  const href = URL.createObjectURL(blob);
  save(href, name);
  // The browser reads it soon after the click, and does not say when.
  setTimeout(() => URL.revokeObjectURL(href), KEPT);
}

export function dropFile(ticket) {
  held[ticket]?.stop.abort();
  delete held[ticket];
}

on("click", "[data-save-file]", ({ dataset }) => saveFile(dataset.saveFile, dataset.name, dataset.bytes));

/* ---- a chart, paper, the clipboard ---- */

on("click", "[data-chart-png]", async (button) => {
  const plot = one(".js-plotly-plot", button.closest("figure"));
  const loaded = await import("plotly.js-basic-dist-min");
  const filename = button.dataset.chartPng.replaceAll("_", "-");
  if (plot)
    (loaded.default ?? loaded).downloadImage(plot, { format: "png", width: null, height: null, scale: 2, filename });
});

/* Charts are drawn in the colours of paper before the machine asks for them, not while it does. */
on("click", "[data-prints]", () => {
  const isDark = root().dataset.theme === "dark";
  if (isDark) window.dispatchEvent(new Event("beforeprint"));
  if (isDark) setTimeout(() => window.print());
  else window.print();
});

/* The button says that it was done. */
function copy(button, text) {
  const said = () => {
    button.setAttribute("data-done", "");
    setTimeout(() => button.removeAttribute("data-done"), SAID);
  };
  navigator.clipboard?.writeText(text).then(said, () => {});
}

/* A table as a spreadsheet takes it. */
export const textOf = (table) =>
  [...table.rows].map((row) => [...row.cells].map((each) => each.textContent).join("\t")).join("\n");

on("click", "[data-copy]", (button) => copy(button, button.dataset.copy));
on("click", "[data-copy-table]", (button) => copy(button, textOf(byId(button.dataset.copyTable))));
