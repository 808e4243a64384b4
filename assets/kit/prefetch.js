/* The code of a screen is fetched shortly before it is opened: when a pointer rests on its link or the focus is there,
 * and that of the record a list leads to while nothing else is to be done. It is kept by the browser, and not run. */

import { all, on, onDraw, one } from "./page.js";

export const REST = 80;
const IDLE = 2500;
const fetched = new Set();

const partsOf = (path) => path.split("/").filter(Boolean);
const fits = (wanted, part) => wanted.startsWith(":") || wanted === part;

/* The route of an address, of those React Router knows: what is written out wins over a parameter. */
export function routeOf(routes, address) {
  const parts = partsOf(address);
  const found = Object.values(routes).filter(({ path, parentId }) => {
    const wanted = partsOf(path ?? "");
    return parentId && wanted.length === parts.length && wanted.every((each, index) => fits(each, parts[index]));
  });
  const parameters = ({ path }) => partsOf(path ?? "").filter((each) => each.startsWith(":")).length;
  return found.sort((left, right) => parameters(left) - parameters(right))[0];
}

function prefetch(link) {
  const routes = window.__reactRouterManifest?.routes;
  if (!routes || link.origin !== location.origin || link.hasAttribute("download") || link.target) return;
  const route = routeOf(routes, link.pathname);
  // Not as a module: the browser would remember for good that it did not come.
  for (const address of route ? [route.module, ...route.imports] : []) {
    if (fetched.has(address) || one(`link[rel=modulepreload][href="${CSS.escape(address)}"]`)) continue;
    fetched.add(address);
    fetch(address, { priority: "low" })
      .then((answer) => answer.arrayBuffer())
      .catch(() => fetched.delete(address));
  }
}

const resting = {};
/* Act on what a pointer has rested on for a moment. */
export const onRest = (selector, act) =>
  on("pointerover", null, (target) => {
    clearTimeout(resting[selector]);
    const found = target.closest?.(selector);
    if (found) resting[selector] = setTimeout(act, REST, found);
  });

onRest("a[href]", prefetch);
on("focusin", "a[href]", prefetch);

/* A row, a card: its main link is what is opened next, most of the time. */
let idle;
onDraw(() => {
  clearTimeout(idle);
  idle = setTimeout(() => all("a.main-link").slice(0, 1).forEach(prefetch), IDLE);
});
