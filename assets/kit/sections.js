/* The sections of a form: their index follows where one is and what is wrong, and what is folded opens for whoever is led
 * into it (admin_app/kit/forms/section_index.py). */

import { onReach } from "./forms.js";
import { all, byId, on, onDraw, one, onWindow } from "./page.js";

const TOP = 160;
const links = () => all("[data-index] [data-to-section]");
const sectionOf = (link) => byId(link.dataset.toSection)?.closest("section");

/* The section one reads: the last whose head has passed the top of the window, or the first. */
export const currentOf = (tops) => Math.max(0, tops.filter((top) => top <= TOP).length - 1);

function follow() {
  const there = links().filter(sectionOf);
  if (!there.length) return;
  const tops = there.map((link) => sectionOf(link).getBoundingClientRect().top);
  const ended = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const current = ended && scrollY > 0 ? there.length - 1 : currentOf(tops);
  for (const [place, link] of there.entries()) {
    if (place === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

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

onReach(unfold);
onDraw(() => {
  mark();
  follow();
});
onWindow("scroll", follow);
