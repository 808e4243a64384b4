/* Periods (admin_app/kit/parts/periods.py): usual ones by name, two days that go to the address together and in order. */

import { setParams } from "./address.js";
import { isDay, today } from "./dates.js";
import { all, on, onDraw, one } from "./page.js";

const CHOSEN = "chosen";
const DAY = 864e5;

const iso = (time) => new Date(time).toISOString().slice(0, 10);
const whole = (year, month, months) => [iso(Date.UTC(year, month, 1)), iso(Date.UTC(year, month + months, 0))];

/* The first and the last day of the usual periods, seen from a day. */
export function presets(day) {
  const now = Date.parse(day);
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
  const until = (days) => [iso(now - (days - 1) * DAY), day];
  return {
    today: [day, day],
    yesterday: [iso(now - DAY), iso(now - DAY)],
    last_7: until(7),
    last_30: until(30),
    this_month: whole(year, month, 1),
    last_month: whole(year, month - 1, 1),
    this_year: whole(year, 0, 12),
    last_year: whole(year - 1, 0, 12),
  };
}

const boxOf = (element) => element.closest("[data-period]");
const endsIn = (box) => ["first", "last"].map((end) => one(`[data-end="${end}"]`, box));
const asked = (box) => endsIn(box).map((held) => held.dataset.value);
// What is no day does not go to the address, and takes nothing out of it.
const dayOf = (held) => (held.value && !isDay(held.value) ? held.dataset.value : held.value);

// The period that a box was given in the wrong order.
const exchanged = new WeakMap();

function isExchanged(box) {
  const [first, last] = endsIn(box).map((held) => new URLSearchParams(location.search).get(held.dataset.param) || "");
  return exchanged.get(box) === String(endsIn(box).map(dayOf)) || (isDay(first) && isDay(last) && first > last);
}

const say = (box) => {
  one("[data-exchanged]", box).hidden = !isExchanged(box);
};

function write(box, days) {
  const values = {};
  endsIn(box).forEach((held, at) => {
    values[held.dataset.param] = days[at];
    held.value = days[at];
    held.dispatchEvent(new Event("input", { bubbles: true }));
  });
  setParams(box, values);
  say(box);
}

const drawn = new WeakMap();
function follow(box) {
  const days = asked(box);
  if (drawn.get(box) === String(days)) return;
  drawn.set(box, String(days));
  const usual = Object.entries(presets(today())).find(([, each]) => String(each) === String(days));
  one("[data-presets]", box).value = days.some(Boolean) ? (usual?.[0] ?? CHOSEN) : "";
  say(box);
}

on("change", "[data-end]", (held) => {
  const box = boxOf(held);
  const [first, last] = endsIn(box).map(dayOf);
  const wrong = first && last && first > last;
  const days = wrong ? [last, first] : [first, last];
  exchanged.set(box, wrong ? String(days) : "");
  write(box, days);
});
on("change", "[data-presets]", (menu) => {
  const box = boxOf(menu);
  exchanged.delete(box);
  if (menu.value === CHOSEN) one("[data-types]", box).focus();
  else write(box, menu.value ? presets(today())[menu.value] : ["", ""]);
});
onDraw(() => all("[data-period]").forEach(follow));
