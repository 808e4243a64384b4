/* Days and times that are typed (admin_app/kit/parts/dates.py): the input with the name holds what the API reads, the one
 * beside it what the person reads and types, in our language whatever the browser's. The server reads it when it is left. */

import { setParams } from "./address.js"; // What an address says is held before it is shown.
import { ui_date } from "./locale.js";
import { all, byId, on, onDraw, one, press, root, stop } from "./page.js";

const boxOf = (element) => element.closest("[data-dated]");
const heldIn = (box) => one("[data-held]", box);
const shownIn = (box) => one("[data-types]", box);
const messageIn = (box) => one("[data-wrong]", box);
const stateOf = (box) => `${root().lang} ${heldIn(box).value}`;

/* Today by the clock of this machine, and whether a text is a day as the API writes it. */
export const today = () => new Date().toLocaleDateString("sv");
const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text);

// What a box shows, and what was last told to those who listen.
const drawn = new WeakMap();
const told = new WeakMap();
// What was typed and not read yet, and what goes on once it is.
const unread = new Map();

const write = (box) => {
  shownIn(box).value = ui_date(heldIn(box).value, box.dataset.dated, root().lang);
};

/* What is held is written for the person again when it was changed elsewhere, or the language was. */
function follow(box) {
  if (drawn.get(box) === stateOf(box)) return;
  drawn.set(box, stateOf(box));
  told.set(box, heldIn(box).value);
  write(box);
  if (messageIn(box).textContent) ask(box);
}

/* While somebody types, the very text is held, and nothing is said of it. */
function hold(box, value, wrong = "") {
  heldIn(box).value = value;
  drawn.set(box, stateOf(box));
  // What the form itself finds wrong is not ours to take back.
  if (messageIn(box).textContent === wrong) return;
  messageIn(box).textContent = wrong;
  shownIn(box).setAttribute("aria-invalid", String(Boolean(wrong)));
}

function tell(box) {
  const held = heldIn(box);
  if (told.get(box) === held.value) return;
  told.set(box, held.value);
  held.dispatchEvent(new Event("change", { bubbles: true }));
}

function ask(box, then = () => {}) {
  unread.set(box, then);
  const { dated: kind, first = "", last = "" } = box.dataset;
  const { id, value: text } = shownIn(box);
  press(one("[data-reads]", box), { id, text, kind, first, last, today: today() });
}

/* It has read it: it is written in full, or what is wrong with it is said. Who types on is not disturbed. */
export function dated({ id, text, value, wrong }) {
  const box = boxOf(byId(id) ?? root());
  if (!box || shownIn(box).value !== text) return;
  const then = unread.get(box);
  unread.delete(box);
  hold(box, value || text.trim(), wrong);
  if (!wrong) write(box);
  if (!wrong || !heldIn(box).dataset.param) tell(box);
  then?.();
}

function choose(popup, value) {
  const box = boxOf(popup);
  popup.hidePopover();
  heldIn(box).value = value;
  follow(box);
  told.delete(box);
  heldIn(box).dispatchEvent(new Event("input", { bubbles: true }));
  tell(box);
  ask(box);
  shownIn(box).focus();
}

on("input", "[data-types]", (shown) => {
  const box = boxOf(shown);
  hold(box, shown.value.trim());
  unread.set(box, () => {});
});
on("change", "[data-types]", (shown) => ask(boxOf(shown)));
on("input", "[data-held]", (held) => follow(boxOf(held)));
on("keydown", "[data-types]", (shown, event) => {
  const opener = one("[data-calendars]", boxOf(shown));
  if (event.key !== "ArrowDown" || !opener) return;
  event.preventDefault();
  opener.click();
});
/* A form goes once all its days and times are read. */
on("submit", "form", (form, event) => {
  const boxes = all("[data-dated]", form).filter((box) => unread.has(box));
  if (!boxes.length) return;
  stop(event);
  const { submitter } = event;
  const go = () => boxes.some((box) => unread.has(box)) || form.requestSubmit(submitter);
  for (const box of boxes) ask(box, go);
});
onDraw(() => all("[data-dated]").forEach(follow));

/* ---- the calendar ---- */

async function showCalendar(popup) {
  const [box, calendar] = [boxOf(popup), one("calendar-date", popup)];
  try {
    await import("cally");
  } catch {
    popup.dataset.failed = "";
    return;
  }
  if (unread.has(box)) await new Promise((read) => ask(box, read));
  const { first = "", last = "" } = box.dataset;
  const { value } = heldIn(box);
  const [min, max] = [first, last].map((bound) => (bound === "today" ? today() : bound));
  Object.assign(calendar, { locale: root().lang, min, max, value: isDay(value) ? value : "" });
  // The month learns its day from the calendar around it, a moment later.
  await calendar.updated;
  await one("calendar-month", calendar).updated;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  if (popup.matches(":popover-open")) calendar.focus();
}

on("beforetoggle", "[data-calendar]", (popup, event) => {
  if (event.newState === "open") showCalendar(popup);
});
// Its own event stays where it is: nothing above hears it afterwards.
on("change", "calendar-date", (calendar) => choose(calendar.closest("[data-calendar]"), calendar.value), true);
on("click", "[data-calendar] [data-day]", (button) => {
  choose(button.closest("[data-calendar]"), button.dataset.day === "today" ? today() : "");
});

/* ---- periods (admin_app/kit/parts/periods.py): two days that go to the address together ---- */

const endsAround = (element) => all("[data-end]", element.closest("[data-period]"));
// What is no day does not go to the address, and takes nothing out of it.
const dayOf = (held) => (held.value && !isDay(held.value) ? held.dataset.value : held.value);

/* The server says that days were in the wrong order, by their address: in the fields they are exchanged at once. */
function askFor(ends, days) {
  setParams(ends[0], Object.fromEntries(ends.map((held, at) => [held.dataset.param, days[at]])));
  const shown = days.every(Boolean) ? days.toSorted() : days;
  for (const [at, held] of ends.entries()) {
    held.value = shown[at];
    held.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

on("change", "[data-end]", (held) => {
  const ends = endsAround(held);
  askFor(ends, ends.map(dayOf));
});
export const choosePeriod = (id, days) => askFor(endsAround(byId(id)), days);
