/* The search over everything: Ctrl+K, arrows between the results. */

import { all, byId, on, one } from "./page.js";

const palette = () => byId("palette");
const field = () => one("[data-palette-text]", palette());

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
  const stops = [field(), ...all("li > *", dialog)].filter((each) => each.offsetParent);
  const at = stops.indexOf(document.activeElement);
  if (event.key === "Enter" && at === 0 && field().value && stops[1]) {
    event.preventDefault();
    stops[1].click();
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
