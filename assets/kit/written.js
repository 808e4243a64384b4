/* Days and clock times between what people type and what the API reads (1991-05-14, 08:30). The written clock is all there
 * is: no time zone plays a part. A reading is a text, or why there is none (`wrong`, with what the message names). */

const LANGUAGES = ["fr", "en"];
const DECADES_AHEAD = 20;
const CENTURY = 100;

const two = (number) => String(number).padStart(2, "0");
const iso = (year, month, day) => `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
const daysIn = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/* Today by the clock of this machine. */
export function today() {
  const now = new Date();
  return iso(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\./g, "");
const monthNames = (locale, month) =>
  [...Array(12).keys()].map((at) =>
    new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" }).format(Date.UTC(2001, at, 15)),
  );

/* The month that a word begins, in either language; ju, of juin and juillet, begins none. */
function monthOf(word) {
  const begun = plain(word);
  const found = new Set();
  for (const locale of LANGUAGES) {
    for (const width of ["long", "short"]) {
      monthNames(locale, width).forEach((name, at) => {
        if (begun.length > 2 && plain(name).startsWith(begun)) found.add(at + 1);
      });
    }
  }
  return found.size === 1 ? [...found][0] : 0;
}

/* A year of two figures is the latest that is not after the last day, or else not too far ahead. */
function wholeYear(text, month, day, last) {
  if (text.length !== 2) return Number(text);
  const century = Math.floor(Number(today().slice(0, 4)) / CENTURY) * CENTURY;
  const year = century + Number(text);
  const late = last ? iso(year, month, day) > last : year > Number(today().slice(0, 4)) + DECADES_AHEAD;
  return late ? year - CENTURY : year;
}

const ISO = /^(\d{4})-(\d\d?)-(\d\d?)$/;
const FIGURES = /^(\d\d)(\d\d)(\d\d|\d{4})$/;
const PARTED = /^(\d{1,2})[\s/.,-]+(\d{1,2})(?:[\s/.,-]+(\d\d|\d{4}))?$/;
const WORDED = /^(\d{1,2})(?:er|st|nd|rd|th)?[\s/.-]+(?:of\s+)?(\p{L}+)\.?(?:[\s/.,-]+(\d\d|\d{4}))?$/u;

function partsOf(text) {
  const read = ISO.exec(text);
  if (read) return { year: read[1], month: Number(read[2]), day: Number(read[3]) };
  const typed = FIGURES.exec(text) || PARTED.exec(text) || WORDED.exec(text);
  if (!typed) return null;
  const month = /\d/.test(typed[2]) ? Number(typed[2]) : monthOf(typed[2]);
  return month || /\d/.test(typed[2]) ? { day: Number(typed[1]), month, year: typed[3] } : null;
}

/* A day: 07/06/1977, 7/6/77, 07061977, 7 juin 1977, 1977-06-07. Without a year it is this year's, where days may be to come. */
export function readDay(given, first = "", last = "") {
  const parts = partsOf(given.trim());
  if (!parts || (!parts.year && last)) return { wrong: "form" };
  const { month, day } = parts;
  if (month > 12 && day <= 12)
    return { wrong: "swapped", text: `${two(month)}/${two(day)}${parts.year ? `/${parts.year}` : ""}` };
  if (!month || month > 12 || !day || day > 31) return { wrong: "form" };
  const year = parts.year ? wholeYear(parts.year, month, day, last) : Number(today().slice(0, 4));
  if (!year) return { wrong: "form" };
  if (day > daysIn(year, month)) return { wrong: "impossible", year, month, days: daysIn(year, month) };
  const value = iso(year, month, day);
  if (last && value > last) return { wrong: "late", value };
  if (first && value < first) return { wrong: "early", value };
  return { value };
}

/* Whether nothing can follow: the year is whole. */
export const isWholeDay = (text) => /(^|\D)\d{4}$|^\d{8}$|^\d{4}-\d\d-\d\d$/.test(text.trim());

/* Whether a text is a day as the API writes it. */
export const isDay = (text) => ISO.test(text) && readDay(text).value === text;

const CLOCK = /^(\d{1,2})(?:\s*[h:.\s]\s*(\d\d)?)?\s*(am|pm|a\.m\.|p\.m\.)?$/i;
const CLOCK_FIGURES = /^(\d{1,2})(\d\d)$/;

/* A clock time: 8h30, 8:30, 0830, 830, 8h, 20.15, 8:30 pm. */
export function readTime(given) {
  const text = given
    .trim()
    .replace(/\s+(?=h|min)/gi, "")
    .replace(/min$/i, "");
  const typed = CLOCK_FIGURES.exec(text) || CLOCK.exec(text);
  if (!typed) return { wrong: "form" };
  const half = (typed[3] || "")[0]?.toLowerCase();
  let hour = Number(typed[1]);
  const minute = Number(typed[2] || 0);
  if (half && (hour < 1 || hour > 12)) return { wrong: "form" };
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return hour > 23 || minute > 59 ? { wrong: "form" } : { value: `${two(hour)}:${two(minute)}` };
}

export const isWholeTime = (text) => /^\d\d?\s*[h:.]\s*\d\d$|^\d{4}$/i.test(text.trim());

/* A day as the language writes it, like the lists (formats.py, date); another text as it is. */
export function writeDay(value, locale) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) || [];
  if (!year || !+month || +month > 12 || !+day || +day > daysIn(+year, +month)) return value;
  return locale === "en" ? `${+day} ${monthNames("en-US", "short")[month - 1]} ${year}` : `${day}/${month}/${year}`;
}

/* A month and its year in words: février 2026. */
export const writeMonth = (year, month, locale) =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.UTC(year, month - 1, 15),
  );
