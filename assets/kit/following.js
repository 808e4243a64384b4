/* A form that the state follows while it is typed in (a preview, checks): what it holds is sent a moment after a change,
 * and never again before the last was answered. */

import { contentOf, guarded } from "./drafts.js";
import { on, one } from "./page.js";

const MOMENT = 200;
const ANSWER_LIMIT = 5000;
let timer = 0;
let asked = 0;
let sent = { form: null, text: "" };

function send() {
  timer = 0;
  const form = guarded();
  const button = form && one("[data-followed]", form);
  if (!button || Date.now() - asked < ANSWER_LIMIT) return;
  const text = JSON.stringify(contentOf(form));
  if (sent.form === form && sent.text === text) return;
  sent = { form, text };
  asked = Date.now();
  button.click();
}

function soon(form) {
  if (timer || !one("[data-followed]", form)) return;
  timer = setTimeout(send, sent.form === form ? MOMENT : 0);
}

/* What is sent: all that the form holds. */
export const content = () => (guarded() ? contentOf(guarded()) : {});

/* The state has read it; what changed meanwhile goes now. */
export function followed() {
  asked = 0;
  if (guarded()) soon(guarded());
}

on("follow", "form", soon);
