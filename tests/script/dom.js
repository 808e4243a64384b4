/* A page without a browser: jsdom, with the little of a browser that it leaves out and the script needs. */

import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><html lang='fr'><body></body></html>", {
  url: "http://localhost/users",
  pretendToBeVisual: true,
});

const NAMES = [
  "CSS",
  "DOMParser",
  "Event",
  "FormData",
  "HTMLFormElement",
  "KeyboardEvent",
  "MouseEvent",
  "MutationObserver",
  "document",
  "getSelection",
  "history",
  "localStorage",
  "location",
  "requestAnimationFrame",
  "sessionStorage",
  "window",
];
window.CSS ??= { escape: (text) => text.replace(/[^\w-]/g, "\\$&") };
window.Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
window.HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true;
};
window.HTMLDialogElement.prototype.close ??= function (answer) {
  if (answer !== undefined) this.returnValue = answer;
  this.open = false;
  this.dispatchEvent(new window.Event("close"));
};
for (const name of NAMES) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
}

/* Put this on the page; the script notices a frame later. */
export async function show(html) {
  document.body.innerHTML = html;
  await drawn();
}

/* The script has written what depends on the last change of the page. */
export async function drawn() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

export const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const fire = (element, event) => element.dispatchEvent(event);

export function type(input, text) {
  input.focus();
  input.value = text;
  fire(input, new window.Event("input", { bubbles: true }));
}

/* Returns whether the browser would go on with what a key does by itself. */
export const press = (element, key, options = {}) =>
  fire(element, new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));

export const click = (element, options = {}) =>
  fire(element, new window.MouseEvent("click", { bubbles: true, cancelable: true, ...options }));

/* Returns whether a form would be sent. */
export const submit = (form, submitter) =>
  fire(form, Object.assign(new window.Event("submit", { bubbles: true, cancelable: true }), { submitter }));

export const change = (input) => fire(input, new window.Event("change", { bubbles: true }));
