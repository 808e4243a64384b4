/* The tabs of a page: the one on show stands behind the # of the address (admin_app/kit/parts/tabs.py), where a list
 * inside it keeps its filters too. */

import { go, turn } from "./address.js";
import { all, byId, isElsewhere, on, onDraw, one, onWindow } from "./page.js";

const tabsOf = (element) => all("[role=tab]", element.closest("[data-tabs]"));
const split = (hash) => hash.slice(1).split("?");

/* What stood behind the # of each tab when it was left: its list has kept its filters. */
let kept = {};
let path = "";

/* The tab whose key is behind the #; the first one for no key, or that of something else. */
export const chosenOf = (tabs, key) => tabs.find((tab) => tab.dataset.tab === key) || tabs[0];

function draw() {
  if (path !== location.pathname) kept = {};
  path = location.pathname;
  const [key] = split(location.hash);
  kept[key] = location.hash;
  for (const box of all("[data-tabs]")) {
    const tabs = tabsOf(box);
    const chosen = chosenOf(tabs, key);
    for (const tab of tabs) {
      const selected = tab === chosen;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !selected;
    }
  }
}

function open(tab, hash) {
  const { pathname, search } = location;
  if (location.hash !== hash) go(`${pathname}${search}#${tab.dataset.tab}`, { preventScrollReset: true });
  // The router writes the address in its own time; a list writes its filters there itself.
  setTimeout(() => {
    if (split(hash)[1]) turn(hash);
    draw();
  });
}

on("click", "[role=tab]", (tab, event) => {
  if (isElsewhere(event)) return;
  event.preventDefault();
  if (tab.getAttribute("aria-selected") === "true") return;
  open(tab, kept[tab.dataset.tab] || `#${tab.dataset.tab}`);
});

/* A link from elsewhere on the page into a tab. */
on("click", "a[data-to-tab]", (link, event) => {
  const tab = one(`[data-tab="${split(link.hash)[0]}"]`);
  if (isElsewhere(event) || !tab) return;
  event.preventDefault();
  open(tab, link.hash);
  tab.focus();
});

on("keydown", "[role=tab]", (tab, event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  tab.click();
});

onDraw(draw);
for (const kind of ["hashchange", "popstate"]) onWindow(kind, draw);
