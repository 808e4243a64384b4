/* The search over everything: Ctrl+K, arrows between the results. */

import { all, byId, on, onAttribute, one } from "./page.js";

const palette = () => byId("palette");
const field = () => one("[data-palette-text]", palette());
const stopsOf = (dialog) => [field(), ...all("li > *", dialog)].filter((each) => each.offsetParent);

/* Whether what is shown is all there is to what is typed, as the server says: it reads spaces as one. */
const isAnswered = ({ dataset }) => dataset.found && dataset.found === field().value.trim().split(/\s+/).join(" ");

// Enter was pressed before the answer: the first result is opened when it is there, unless another key comes first.
let waits = false;
function openFirst(dialog) {
  waits = !isAnswered(dialog);
  if (!waits) stopsOf(dialog)[1]?.click();
}
onAttribute("data-found", ([{ target }]) => waits && openFirst(target));
on("close", "#palette", () => (waits = false));

on("keydown", null, (_, event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const dialog = palette();
  if (!dialog) return;
  event.preventDefault();
  if (dialog.open) dialog.close();
  else if (!one("dialog[open]")) dialog.showModal();
});

/* The field and the results are one round: Down leads to the first result, Up from it back to what was typed. */
on("keydown", "#palette", (dialog, event) => {
  const stops = stopsOf(dialog);
  const at = stops.indexOf(document.activeElement);
  waits = false;
  if (event.key === "Enter" && at === 0 && field().value.trim()) {
    event.preventDefault();
    openFirst(dialog);
  }
  // A search field keeps its first Escape to itself.
  if (event.key === "Escape") dialog.close();
  if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
  event.preventDefault();
  stops.at((at + (event.key === "ArrowDown" ? 1 : -1) + stops.length) % stops.length)?.focus();
});

on("click", "#palette li > *", (link, { ctrlKey, metaKey }) => {
  if (!ctrlKey && !metaKey) link.closest("dialog").close();
});
