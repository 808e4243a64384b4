/* What comes late: pictures, after the text beside them; charts and maps, whose code is their own: the place they need, and
 * what is said where it does not come. */

import { all, onDraw, one, onWindow } from "./page.js";

/* The rows of a list are not held up by their portraits. */
const WAITING = "img[data-src]:not([src])";

function fetchThem() {
  for (const image of all(WAITING)) image.src = image.dataset.src;
}

// What a frame's callback puts off is done when that frame is painted.
onDraw(() => {
  if (one(WAITING)) requestAnimationFrame(() => setTimeout(fetchThem));
});

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
