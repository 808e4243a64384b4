/* The page of a list that a pointer rests on the way to is asked for meanwhile (`look_ahead` of
 * admin_app/kit/lists/state.py): who clicks then waits for the server alone, which has the answer. */

import { on, onDraw, one } from "./page.js";

/* Milliseconds after which a pointer, or the focus, is taken to rest. */
const REST = 80;
/* Less than what the server keeps of it (admin_app/api/ahead.py). */
const KEPT = 25_000;

let wanted = { href: "", at: 0 };

/* The number of the page that is wanted, told when it is asked for. */
export const ahead = () => Number(new URL(wanted.href).searchParams.get("page") ?? 1);

function look(link) {
  if (wanted.href === link.href && Date.now() - wanted.at < KEPT) return;
  if (navigator.connection?.saveData) return;
  wanted = { href: link.href, at: Date.now() };
  one("[data-look]", link.closest("nav"))?.click();
}

let resting;
on("pointerover", null, (target) => {
  clearTimeout(resting);
  const link = target.closest?.("a[data-ahead]");
  if (link) resting = setTimeout(look, REST, link);
});
// Tab passes over the others of a pager.
on("focusin", "a[data-ahead]", (link) => setTimeout(() => link === document.activeElement && look(link), REST));
// A finger, or a button that is pressed at once, is there for a moment only.
on("pointerdown", "a[data-ahead]", look);

/* Who has turned a page turns the next one, most of the time: the same link leads there once the rows are other ones. */
let turned = null;
let drawn;
on("click", "a[data-ahead]", (link) => {
  turned = link;
});
onDraw(() => {
  clearTimeout(drawn);
  if (turned) drawn = setTimeout(lookOn, REST);
});
function lookOn() {
  if (turned.href === location.href) return;
  if (turned.isConnected) look(turned);
  turned = null;
}
