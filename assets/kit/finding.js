/* Parts of a page that are found by their words, and folded (the gallery). */

import { onReach } from "./forms.js";
import { all, on, one } from "./page.js";

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/* All the words that are typed, anywhere in the name, the note or the titles of a part. */
function find(box) {
  const words = folded(box.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const part of all("[data-found]")) {
    const titles = all("summary, h3", part).map((each) => each.textContent);
    const text = folded(titles.join(" "));
    part.hidden = !words.every((word) => text.includes(word));
    if (!part.hidden) found += 1;
  }
  const none = one("[data-none-found]");
  if (none) none.hidden = found > 0;
}

on("input", "[data-finds]", find);
on("click", "[data-open-all]", (button) => {
  for (const part of all("details[data-found]:not([hidden])")) part.open = Boolean(button.dataset.openAll);
});
onReach((element) => {
  for (let part = element?.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
});
