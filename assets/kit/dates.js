/* Days and times that are typed (admin_app/kit/parts/dates.py): the input with the name holds what the API reads, the one
 * beside it what the person reads and types, in our language whatever the browser's. The calendar is fetched when asked for. */

import "./address.js"; // What an address says is held before it is shown.
import { all, on, onDraw, one, root } from "./page.js";
import { isWholeDay, isWholeTime, readDay, readTime, today, writeDay, writeMonth } from "./written.js";

const KINDS = {
  day: { read: readDay, isWhole: isWholeDay, write: writeDay },
  time: { read: readTime, isWhole: isWholeTime, write: (value) => value },
};
const NEAR_YEARS = 20;
const ALL_YEARS = 260;

const boxOf = (element) => element.closest("[data-dated]");
const heldIn = (box) => one("[data-held]", box);
const shownIn = (box) => one("[data-types]", box);
const kindOf = (box) => KINDS[box.dataset.dated];
const lastOf = (box) => (box.dataset.last === "today" ? today() : box.dataset.last || "");
const readIn = (box, text) => kindOf(box).read(text, box.dataset.first || "", lastOf(box));

// What a box shows, and what was last told to those who listen.
const drawn = new WeakMap();
const told = new WeakMap();
const stateOf = (box) => `${root().lang} ${heldIn(box).value}`;

/* What is held is written for the person again when it was changed elsewhere, or the language was. */
function follow(box) {
  if (drawn.get(box) === stateOf(box)) return;
  drawn.set(box, stateOf(box));
  const { value } = heldIn(box);
  told.set(box, value);
  shownIn(box).value = kindOf(box).write(value, root().lang);
  if (isJudged(box)) judge(box);
}

/* What is held while somebody types: the day as soon as it is one, else the very text, which the server will refuse. */
function take(box) {
  const text = shownIn(box).value.trim();
  const read = text ? readIn(box, text) : { value: "" };
  heldIn(box).value = read.value ?? text;
  drawn.set(box, stateOf(box));
  return read;
}

function tell(box) {
  const held = heldIn(box);
  if (told.get(box) === held.value) return;
  told.set(box, held.value);
  held.dispatchEvent(new Event("change", { bubbles: true }));
}

const messageIn = (box) => one("[data-wrong]", box);
const isJudged = (box) => Boolean(messageIn(box).textContent);

/* Say what is wrong with what was typed, or take that back. */
function judge(box) {
  const read = take(box);
  const message = read.wrong ? wordsFor(box, read) : "";
  if (messageIn(box).textContent === message) return read;
  messageIn(box).textContent = message;
  shownIn(box).setAttribute("aria-invalid", String(Boolean(message)));
  return read;
}

function wordsFor(box, read) {
  const locale = root().lang;
  const values = {
    text: shownIn(box).value.trim(),
    suggestion: read.text || "",
    month: read.month ? writeMonth(read.year, read.month, locale) : "",
    days: read.days,
    first: writeDay(box.dataset.first || "", locale),
    last: writeDay(lastOf(box), locale),
  };
  const words = messageIn(box).dataset[read.wrong] || messageIn(box).dataset.form;
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/* What is typed is done with: it is written in full, and what is wrong with it is said. */
function settle(box) {
  const read = judge(box);
  if (read.value !== undefined) shownIn(box).value = kindOf(box).write(read.value, root().lang);
  if (read.value !== undefined || !heldIn(box).dataset.param) tell(box);
}

function choose(box, value) {
  heldIn(box).value = value;
  follow(box);
  judge(box);
  told.delete(box);
  heldIn(box).dispatchEvent(new Event("input", { bubbles: true }));
  tell(box);
}

on("input", "[data-types]", (shown) => {
  const box = boxOf(shown);
  const read = take(box);
  if (isJudged(box) && !read.wrong) judge(box);
  if (read.value && kindOf(box).isWhole(shown.value)) tell(box);
});
on("change", "[data-types]", (shown) => settle(boxOf(shown)));
on("input", "[data-held]", (held) => follow(boxOf(held)));
on("keydown", "[data-types]", (shown, event) => {
  const button = event.key === "ArrowDown" && one("[data-calendars]", boxOf(shown));
  if (!button) return;
  event.preventDefault();
  button.click();
});
onDraw(() => all("[data-dated]").forEach(follow));

/* ---- the calendar ---- */

const made = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const step = (slot, label, sign) =>
  made(
    "span",
    { slot },
    made("span", { class: "visually-hidden" }, label),
    made("span", { "aria-hidden": "true" }, sign),
  );
const menu = (tag, label, years) =>
  made(tag, { "max-years": years }, made("span", { slot: "label", class: "visually-hidden" }, label));

async function showCalendar(popup) {
  const box = boxOf(popup);
  const place = one("[data-calendar-place]", popup);
  const { previous, next, month, year, failed } = popup.dataset;
  try {
    await import("cally");
  } catch {
    place.textContent = failed;
    return;
  }
  if (!popup.isConnected) return;
  const [first, last] = [box.dataset.first || "", lastOf(box)];
  const months = document.createElement("calendar-month");
  const years = String(first && last ? ALL_YEARS : NEAR_YEARS);
  const calendar = made(
    "calendar-date",
    {
      locale: root().lang === "en" ? "en-GB" : "fr",
      min: first,
      max: last,
      value: readIn(box, heldIn(box).value).value,
    },
    step("previous", previous, "‹"),
    step("next", next, "›"),
    made(
      "div",
      { slot: "heading", class: "calendar-heading" },
      menu("calendar-select-month", month, ""),
      menu("calendar-select-year", year, years),
    ),
    months,
  );
  calendar.addEventListener("change", () => leave(popup, calendar.value));
  place.replaceChildren(calendar);
  // The month learns its day from the calendar around it, a moment later.
  await calendar.updated;
  await months.updated;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  if (popup.matches(":popover-open")) calendar.focus();
}

function leave(popup, value) {
  popup.hidePopover();
  choose(boxOf(popup), value);
  shownIn(boxOf(popup)).focus();
}

on("beforetoggle", "[data-calendar]", (popup, event) => {
  if (event.newState === "open") showCalendar(popup);
});
on("click", "[data-calendar] [data-day]", (button) => {
  leave(button.closest("[data-calendar]"), button.dataset.day === "today" ? today() : "");
});
