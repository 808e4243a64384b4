/* The sections of a form: their index says what is wrong, and what is folded opens for whoever is led into it
 * (admin_app/kit/forms/section_index.py). Where one is, the stylesheet knows. */

import { all, byId, on, onDraw, one } from "./page.js";

const links = () => all("[data-index] [data-to-section]");
const sectionOf = (link) => byId(link.dataset.toSection)?.closest("section");

const WRONG = "[aria-invalid=true]";

function mark() {
  for (const link of links()) one("[data-mark]", link).hidden = !(sectionOf(link) && one(WRONG, sectionOf(link)));
  for (const fold of all("form details:not([open])")) if (one(WRONG, fold)) fold.open = true;
}

on("click", "[data-to-section]", (link, event) => {
  const heading = byId(link.dataset.toSection);
  if (!heading || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  unfold(heading);
  heading.focus({ preventScroll: true });
  sectionOf(link).scrollIntoView({ block: "start" });
});

function unfold(target) {
  const fold = target.closest("form details");
  if (fold) fold.open = true;
}

on("reach", null, unfold);
onDraw(mark);
