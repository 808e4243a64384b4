/* A form that the state follows while it is typed in (a preview, checks): what it holds is sent a moment after a change.
 * Of several on their way the state reads the last (`supersedes`). */

import { contentOf, guarded } from "./drafts.js";
import { on, one } from "./page.js";

const MOMENT = 200;
let timer = 0;
let sent = { form: null, text: "" };

/* What is sent: all that the form holds. */
export const content = () => (guarded() ? contentOf(guarded()) : {});

function send() {
  timer = 0;
  const form = guarded();
  const text = JSON.stringify(content());
  if (sent.form === form && sent.text === text) return;
  sent = { form, text };
  one("[data-followed]", form ?? document.head)?.click();
}

on("follow", "form", (form) => {
  if (timer || !one("[data-followed]", form)) return;
  timer = setTimeout(send, sent.form === form ? MOMENT : 0);
});
