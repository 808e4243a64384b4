/* Maps of a page: a mark that stands for something of it, and the place of a map that the address announces. */

import { all, on, onDraw, one } from "./page.js";

let chosen = "";

export const marked = () => chosen;

on("mapmark", ".map", (_, event) => {
  chosen = event.detail;
  one("[data-mark-chosen]")?.click();
});

/* The state knows of a map once it has answered; the address says so at once, and nothing moves when the map comes. */
onDraw(() => {
  const announced = new URLSearchParams(location.search).get("view") === "map";
  for (const each of all(".map-place")) each.toggleAttribute("data-map", announced);
});
