/* The page of a list that a pointer rests on the way to is asked for meanwhile (`look_ahead` of
 * admin_app/kit/lists/state.py): who clicks then finds it answered. The next one too, while the pointer stays. */

import { on, onDraw, one } from "./page.js";
import { onRest, REST } from "./prefetch.js";

/* Less than what the server keeps an answer for (admin_app/api/ahead.py). */
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

onRest("a[data-ahead]", look);
// Tab passes over the others of a pager.
on("focusin", "a[data-ahead]", (link) => setTimeout(() => link === document.activeElement && look(link), REST));
// A finger is there for a moment only.
on("pointerdown", "a[data-ahead]", (link, event) => {
  if (event.pointerType !== "mouse") look(link);
});

/* The link that was clicked leads one page further now. */
let drawn;
onDraw(() => {
  clearTimeout(drawn);
  drawn = setTimeout(() => {
    const link = one("a[data-ahead]:is(:hover, :focus)");
    if (link) look(link);
  }, REST);
});
