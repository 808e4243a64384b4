/* Which columns of a list are shown: chosen by the person, kept in this browser; or named by the address of a view. */

import { go } from "./address.js";
import { all, on, onDraw, one } from "./page.js";
import { read, write } from "./storage.js";

const keyOf = (list) => `admin_app.columns.${list}`;

/* A sheet of our own: the policy allows no element of style (tools/policy.py). */
let sheet = null;

/* The style that hides columns of a list. */
export function styleOf(list, hidden) {
  const cells = hidden.map((name) => `[data-list="${list}"] [data-col="${CSS.escape(name)}"]`);
  return cells.length ? `${cells.join(",")}{display:none}` : "";
}

/* The columns that an address names; null where it leaves them to the person. */
export function columnsIn(query) {
  const named = new URLSearchParams(query).get("columns");
  return named ? named.split(",") : null;
}

/* A list inside a record has no view: the address is not its own. */
const named = (menu) => (menu.closest("[data-inner]") ? null : columnsIn(location.search));

function draw(menu) {
  const list = menu.dataset.columns;
  const kept = JSON.parse(read(localStorage, keyOf(list)) || "{}");
  const shown = named(menu);
  const boxes = all("[data-column]", menu);
  for (const box of boxes) {
    const name = box.dataset.column;
    box.checked = shown ? shown.includes(name) : (kept[name] ?? box.defaultChecked);
  }
  const hidden = boxes.filter((box) => !box.checked).map((box) => box.dataset.column);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(styleOf(list, hidden));
}

on("change", "[data-column]", (box) => {
  const menu = box.closest("[data-columns]");
  const kept = all("[data-column]", menu).map((each) => [each.dataset.column, each.checked]);
  write(localStorage, keyOf(menu.dataset.columns), JSON.stringify(Object.fromEntries(kept)));
  if (named(menu)) {
    // The person's choice holds again.
    const query = new URLSearchParams(location.search);
    query.delete("columns");
    drawn.set(menu, undefined);
    go(`${location.pathname}${query.size ? `?${query}` : ""}`, { replace: true });
  } else draw(menu);
});

/* The browser gives the focus back to what opened a popover, unless that stands in another one: the menu. */
on(
  "toggle",
  "[data-columns] [popover]",
  (popup, { newState }) => {
    const opener = one("[popovertarget]", popup.closest("[data-columns]"));
    const { activeElement } = document;
    const lost = !activeElement || activeElement === document.body || popup.contains(activeElement);
    if (newState === "closed" && lost && opener.checkVisibility()) opener.focus();
  },
  true,
);

const drawn = new WeakMap();
onDraw(() => {
  for (const menu of all("[data-columns]")) {
    const asked = String(named(menu));
    if (drawn.get(menu) === asked) continue;
    drawn.set(menu, asked);
    draw(menu);
  }
});

/* The columns that the list of the page shows, for a view of it. */
export function columns() {
  const menu = one("main [data-list]:not([data-inner]) [data-columns]");
  const shown = menu ? all("[data-column]", menu).filter((box) => box.checked) : [];
  return shown.map((box) => box.dataset.column).join(",");
}
