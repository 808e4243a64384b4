/* Dates, numbers, plurals and instants as a page writes them: the browser's twin of formats.py, on the same data. */

import LANGUAGES from "./languages.json" with { type: "json" };

const STAMP = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d))?/;
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d/;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const rules = {};

/* A value within a text: numbers with their separators, nothing for nothing. */
export function ui_figure(value, locale) {
  return value?.toLocaleString(LANGUAGES[locale].tag) ?? "";
}

/* The text for a count among those of its plural forms, by the rules of the language. */
export function ui_form(count, locale, forms) {
  rules[locale] ??= new Intl.PluralRules(LANGUAGES[locale].tag);
  return forms[rules[locale].select(Number(count))] ?? forms.other;
}

/* A number, or the text of one, with the separators of the language; another text as it is. */
export function ui_number(value, locale) {
  const number = value === null || value === undefined || value === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? (value ?? "") : ui_figure(number, locale);
}

/* A date of the API, or its clock time, as they were written: the browser's time zone plays no part. */
export function ui_date(given, kind, locale) {
  const text = given ?? "";
  const [, year, month, day, clock] = STAMP.exec(text) ?? [];
  if (kind === "time") return clock ?? CLOCK.exec(text)?.[0] ?? text;
  if (!year || new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) return text;
  const { day: shown, typed, short, first, clock: between } = LANGUAGES[locale];
  const parts = { yyyy: year, MMM: short[month - 1], MM: month, dd: day, d: +day === 1 ? first : +day };
  const date = (kind === "typed" ? typed : shown).replace(/yyyy|MMM|MM|dd|d/g, (letters) => parts[letters]);
  return kind !== "date_time" || !clock ? date : date + between + clock;
}

/* The days from one to another, without what they share: 7–30 déc. 2026. */
export function ui_dates(first, last, locale) {
  const [begins, ends] = [first, last].map((each) => ui_date(each, "date", locale).split(" "));
  let own = begins.length;
  while (own > 1 && begins[own - 1] === ends[own - 1]) own -= 1;
  return begins.slice(0, own).join(" ") + (own > 1 ? " – " : "–") + ends.join(" ");
}

/* A day in words, without what it shares with the day it lasts until. */
export function ui_day(given, until, locale) {
  const text = given ?? "";
  const [, year, month, day] = STAMP.exec(text) ?? [];
  if (!year || ui_date(text, "date", locale) === text) return text;
  const [, lastYear, lastMonth] = STAMP.exec(until ?? "") ?? [];
  const number = +day === 1 ? LANGUAGES[locale].first : `${+day}`;
  if (year === lastYear && month === lastMonth) return number;
  const named = `${number} ${LANGUAGES[locale].months[month - 1]}`;
  return year === lastYear ? named : `${named} ${year}`;
}

/* A year, a month or a day, by how much of it is given. */
export function ui_period(text, locale) {
  const [, year, month] = MONTH.exec(text ?? "") ?? [];
  return year ? `${LANGUAGES[locale].months[month - 1]} ${year}` : ui_date(text, "date", locale);
}

/* An instant of ours (UTC, with its Z) as the clock of the person's own machine shows it. */
export function ui_instant(text, locale) {
  if (!text) return "";
  const { tag, first } = LANGUAGES[locale];
  const written = new Date(text).toLocaleString(tag, { dateStyle: "long", timeStyle: "short" });
  return written.replace(/^1(?= )/, first); // Browsers do not know 1er.
}
