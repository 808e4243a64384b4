/* The server's part of typed days and times (admin_app/kit/words/formats.py), as little of it as the tests need. */

import { dated } from "../../assets/kit/dates.js";
import { given, on } from "../../assets/kit/page.js";

export const asked = [];

function read(text) {
  const [, day, month, year] = /^(\d+)\/(\d+)\/(\d{4})$/.exec(text) || [];
  if (year && month < 13) return [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return /^\d+h$/.test(text) ? `${text.slice(0, -1).padStart(2, "0")}:00` : "";
}

export function answer() {
  const { id, text } = asked.at(-1);
  const value = read(text);
  dated({ id, text, value, wrong: text && !value ? `${text} no` : "" });
}

/* The server answers at once, unless its answer is waited for. */
let isSlow = false;
export const slow = (value) => {
  isSlow = value;
};
on("click", "[data-reads]", () => {
  asked.push(given());
  if (!isSlow) answer();
});
