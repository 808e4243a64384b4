/* What is drawn by code of its own, charts and maps: the place it needs, and what is said where that code does not come. */

import { all, onDraw, onWindow } from "./page.js";

/* Reflex's component waits without end. */
onWindow("unhandledrejection", ({ reason }) => {
  for (const area of all("[data-late]:empty")) {
    if (String(reason?.message).includes(area.dataset.late)) area.dataset.failed = "";
  }
});

/* The state knows of a map once it has answered; the address says so at once, and nothing moves when the map comes. */
onDraw(() => {
  const announced = new URLSearchParams(location.search).get("view") === "map";
  for (const each of all(".map-place")) each.toggleAttribute("data-map", announced);
});
