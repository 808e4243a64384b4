/* Pictures come when the text beside them is painted: the rows of a list are not held up by their portraits. */

import { all, onDraw, one } from "./page.js";

const WAITING = "img[data-src]:not([src])";

function fetchThem() {
  for (const image of all(WAITING)) image.src = image.dataset.src;
}

// What a frame's callback puts off is done when that frame is painted.
onDraw(() => {
  if (one(WAITING)) requestAnimationFrame(() => setTimeout(fetchThem));
});
