/* A form that the state follows while it is typed in (a preview, checks): what it holds is sent when it has changed, and
 * again once that was answered. However fast one types and however slow the server is, one question is under way. */

import { contentOf, guarded } from "./drafts.js";
import { on, one } from "./page.js";

// An answer that does not come is not waited for longer.
const PATIENCE = 3000;
let waits = 0;
let sent = { form: null, text: "" };

/* What is sent: all that the form holds. */
export const content = () => (guarded() ? contentOf(guarded()) : {});

/* The state has answered what was sent (or nothing was): what was typed meanwhile goes. */
export function followOn() {
  clearTimeout(waits);
  waits = 0;
  const form = guarded();
  const asks = one("[data-followed]", form ?? document.head);
  const text = JSON.stringify(content());
  if (!asks || (sent.form === form && sent.text === text)) return;
  sent = { form, text };
  waits = setTimeout(followOn, PATIENCE);
  asks.click();
}

on("follow", "form", (form) => {
  if (waits && sent.form === form) return;
  clearTimeout(waits);
  waits = setTimeout(followOn);
});
