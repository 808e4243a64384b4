/* Dates, numbers and instants as a page writes them: the browser's twin of formats.py.
 * The names of months are Babel's, because those of browsers differ from one to the next; a test compares them. */

const MONTHS = {
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  en: "January February March April May June July August September October November December".split(" "),
};
const SHORT = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const STAMP = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d))?/;
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d/;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

const THOUSANDS = { fr: "\u202f", en: "," };
const ENDS_A_GROUP = /\B(?=(\d{3})+$)/g;

/* A value within a text: numbers with their separators, nothing for nothing. Whole numbers, which nearly all are, are
 * written here: the first call of `Intl` takes the browser tens of milliseconds on a phone, while the page loads. */
export function ui_figure(value, locale) {
  if (!Number.isSafeInteger(value)) return value?.toLocaleString(locale) ?? "";
  return String(value).replace(ENDS_A_GROUP, THOUSANDS[locale]);
}

/* Whether a count takes the singular: 0 and 1 and what lies between do in French, only 1 in English. */
export function ui_is_one(count, locale) {
  const size = Math.abs(Number(count));
  return locale === "en" ? size === 1 : size < 2;
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
  const date = locale === "en" ? `${+day} ${SHORT[month - 1]} ${year}` : `${day}/${month}/${year}`;
  if (kind === "date" || !clock) return date;
  return date + (locale === "en" ? ", " : " ") + clock;
}

/* A day in words, without what it shares with the day it lasts until. */
export function ui_day(given, until, locale) {
  const text = given ?? "";
  const [, year, month, day] = STAMP.exec(text) ?? [];
  if (!year || ui_date(text, "date", locale) === text) return text;
  const [, lastYear, lastMonth] = STAMP.exec(until ?? "") ?? [];
  const number = locale === "fr" && +day === 1 ? "1er" : `${+day}`;
  if (year === lastYear && month === lastMonth) return number;
  const named = `${number} ${MONTHS[locale][month - 1]}`;
  return year === lastYear ? named : `${named} ${year}`;
}

/* A year, a month or a day, by how much of it is given. */
export function ui_period(text, locale) {
  const [, year, month] = MONTH.exec(text ?? "") ?? [];
  return year ? `${MONTHS[locale][month - 1]} ${year}` : ui_date(text, "date", locale);
}

/* An instant of ours (UTC, with its Z) as the clock of the person's own machine shows it. */
export function ui_instant(text, locale) {
  if (!text) return "";
  return new Date(text).toLocaleString(locale === "en" ? "en-GB" : "fr", { dateStyle: "long", timeStyle: "short" });
}
