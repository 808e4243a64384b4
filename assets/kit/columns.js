/* Which columns of a list are shown: chosen by the person, kept in this browser. */

import { all, on, onDraw } from "./page.js";
import { read, write } from "./storage.js";

const keyOf = (list) => `admin_app.columns.${list}`;

/* A sheet of our own: the policy allows no element of style (tools/policy.py). */
let sheet = null;

/* The style that hides columns of a list. */
export function styleOf(list, hidden) {
  const cells = hidden.map((name) => `[data-list="${list}"] [data-col="${CSS.escape(name)}"]`);
  return cells.length ? `${cells.join(",")}{display:none}` : "";
}

function draw(menu) {
  const list = menu.dataset.columns;
  const kept = JSON.parse(read(localStorage, keyOf(list)) || "{}");
  const boxes = all("[data-column]", menu);
  for (const box of boxes) box.checked = kept[box.dataset.column] ?? box.checked;
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
  draw(menu);
});

const drawn = new WeakSet();
onDraw(() => {
  for (const menu of all("[data-columns]")) {
    if (drawn.has(menu)) continue;
    drawn.add(menu);
    draw(menu);
  }
});
