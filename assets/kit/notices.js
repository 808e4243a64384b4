/* Notices: how long they live, and where they stand so that they cover nothing that is pressed. */

import { all, on, onDraw, one, onWindow } from "./page.js";
import { read, write } from "./storage.js";

/* ---- their life ---- */

// A notice lives as long as the animation of its time line, which focus and a pointer that moves on it pause: one that
// rests where a notice happens to appear holds nothing up for long.
const HELD = 4000;
const KEPT = "admin_app.notices";
const closeNotice = (notice) => one("button", notice)?.click();
const held = new WeakMap();

on("animationend", ".notice-life", (line) => closeNotice(line.parentElement));
on("pointermove", ".notice", (notice) => {
  clearTimeout(held.get(notice));
  notice.dataset.held = "";
  held.set(
    notice,
    setTimeout(() => {
      delete notice.dataset.held;
    }, HELD),
  );
});
on("keydown", null, (_, { key }) => {
  const last = all(".notice").at(-1);
  if (key === "Escape" && last && !one("dialog[open], [popover]:popover-open")) closeNotice(last);
});

/* When each notice was seen first is kept with the tab: the page that is loaded again gives it the time it has left. */
let seen = null;
const lined = new WeakSet();

export function age(shown, now) {
  seen ??= JSON.parse(read(sessionStorage, KEPT) || "{}");
  const ages = shown.map((id) => {
    seen[id] ??= now;
    return now - seen[id];
  });
  // Those that are gone are forgotten, but not before the page had time to bring them back.
  if (shown.length) seen = Object.fromEntries(shown.map((id) => [id, seen[id]]));
  write(sessionStorage, KEPT, shown.length ? JSON.stringify(seen) : read(sessionStorage, KEPT));
  return ages;
}

function count() {
  const notices = all(".notices > .notice");
  if (notices.every((notice) => lined.has(notice))) return;
  const ages = age(
    notices.map((notice) => notice.dataset.notice),
    Date.now(),
  );
  notices.forEach((notice, at) => {
    if (lined.has(notice)) return;
    lined.add(notice);
    if (ages[at] > 0) one(".notice-life", notice).style.animationDelay = `-${ages[at]}ms`;
  });
  // Where not all have room, the latest is seen from its beginning.
  one(".notices").scrollTop = notices.at(-1).offsetTop - EDGE;
}

/* ---- their place: above the bars at the bottom of the window, whatever these hold ---- */

const EDGE = 20;
const GAP = 12;
const BARS = ".save-bar, .bulk-bar.shown, [data-bar]";

/* How far from the bottom of the window something of a height stands clear of the boxes, which have tops and bottoms. */
export function clearOf(boxes, height, size) {
  let bottom = EDGE;
  for (const box of [...boxes].sort((one, other) => other.bottom - one.bottom)) {
    const covers = box.bottom > size - bottom - height && box.top < size - bottom;
    if (covers && size - box.top + GAP + height < size) bottom = size - box.top + GAP;
  }
  return Math.round(bottom);
}

function place(element, bars) {
  if (!element?.offsetHeight) return bars;
  const { left, right } = element.getBoundingClientRect();
  const below = bars.filter((bar) => bar.right > left && bar.left < right);
  const bottom = `${clearOf(below, element.offsetHeight, innerHeight)}px`;
  if (element.style.bottom !== bottom) element.style.bottom = bottom;
  return [...bars, element.getBoundingClientRect()];
}

let placing = false;
function placeAll() {
  placing = false;
  const cards = [one(".export-card"), one(".notices")];
  if (!cards.some((card) => card?.offsetHeight)) return;
  const bars = all(BARS)
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height }) => height);
  cards.reduce((taken, card) => place(card, taken), bars);
}

function placeSoon() {
  if (!placing) requestAnimationFrame(placeAll);
  placing = true;
}

onDraw(() => {
  count();
  placeSoon();
});
for (const kind of ["scroll", "resize"]) onWindow(kind, placeSoon);
