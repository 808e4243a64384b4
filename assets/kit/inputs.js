/* What a form says while it is typed in: how long a text is, near its end only (admin_app/kit/forms/inputs.py), said aloud
 * once the person pauses; and whether it is complete, where it is to be that before it is sent (the sign-in form). */

import { all, on, onDraw, one } from "./page.js";

const PAUSE = 600;
// From there on: the last tenth, and the last fifty characters of a long text.
const nearEnd = (limit) => Math.max(limit * 0.9, limit - 50);
let timer = 0;

function tell(input) {
  const counter = one("[data-limit]", input.closest(".field"));
  if (!counter) return;
  const [length, limit] = [input.value.trim().length, Number(counter.dataset.limit)];
  const text = length >= nearEnd(limit) ? counter.dataset.told.replace("#", length) : "";
  counter.toggleAttribute("data-over", length > limit);
  clearTimeout(timer);
  if (counter.textContent === text) return;
  // What is seen changes with each letter; what is heard would never end.
  counter.setAttribute("aria-live", "off");
  counter.textContent = text;
  timer = setTimeout(() => {
    counter.setAttribute("aria-live", "polite");
    counter.textContent = "";
    counter.textContent = text;
  }, PAUSE);
}

on("input focusin", "input, textarea", tell);

/* Its button says so, and the server what is missing. */
const check = (form) => one("[type=submit]", form).setAttribute("aria-disabled", String(!form.checkValidity()));

on("input", "[data-complete] input", ({ form }) => check(form));
onDraw(() => all("[data-complete]").forEach(check));
