/* A form that says what is missing as soon as a field was visited, and opens its button when all is well. */

import { all, byId, on, onDraw, one, root, stop } from "./page.js";

function check(form, visited) {
  for (const input of all("input", form)) {
    const box = byId(`${input.id}-error`);
    if (!box || (visited && visited !== input)) continue;
    const { valueMissing, valid } = input.validity;
    const wrong = valueMissing ? input.dataset.required : valid ? "" : input.dataset.invalid;
    if (!visited && !box.textContent) continue;
    box.textContent = wrong || "";
    input.setAttribute("aria-invalid", String(Boolean(wrong)));
  }
  const complete = form.checkValidity();
  form.toggleAttribute("data-incomplete", !complete);
  const submit = one("[data-submit]", form);
  submit?.toggleAttribute("data-shut", !complete);
  submit?.setAttribute("aria-disabled", String(!complete));
}

function checkAll(form) {
  for (const input of all("input", form)) check(form, input);
  one("input:invalid", form)?.focus();
}

on("click", "[data-shut]", (button, event) => {
  event.preventDefault();
  checkAll(button.form);
});
on("submit", "[data-validates]", (form, event) => {
  if (form.checkValidity()) return;
  stop(event);
  checkAll(form);
});
on("input", "[data-validates] input", (input) => check(input.form));
on("focusout", "[data-validates] input", (input, event) => {
  if (input.form.contains(event.relatedTarget)) check(input.form, input);
});

const drawn = new WeakMap();
onDraw(() => {
  for (const form of all("form[data-validates]")) {
    if (drawn.get(form) === root().lang) continue;
    drawn.set(form, root().lang);
    check(form);
  }
});
