/* The address of a list: what its fields and links write there (docs/decisions/0003). */

import { all, isElsewhere, on, onAttribute, onDraw, one, onWindow, root } from "./page.js";

const PAUSE = 300;
const timers = {};
let navigate = null;
// Back changes the address under the field that has the focus; what is being typed must not be overwritten otherwise.
let wentBack = false;

/* The router is there: addresses change without another page being fetched. */
export function routed(to) {
  navigate = to;
  // For early.js, which waits for the code of the first screen.
  root().setAttribute("data-routed", "");
}

export function go(address, options) {
  if (!navigate) {
    location.assign(address);
    return;
  }
  const { pathname, search } = new URL(address, location.href);
  const isOtherPage = pathname === location.pathname && search !== location.search;
  rises = isOtherPage && !options?.preventScrollReset;
  navigate(address, isOtherPage ? { ...options, preventScrollReset: true } : options);
}

/* Another page of a list begins at its top, once it is there: at once, the old rows would be painted again. */
let rises = false;
onAttribute("aria-busy", (changes) => {
  const isThere = ({ target, oldValue }) => oldValue === "true" && target.getAttribute("aria-busy") === "false";
  if (!rises || !changes.some(isThere)) return;
  rises = false;
  window.scrollTo(0, 0);
});

/* A link inside the application (`link` of admin_app/kit/parts/widgets.py), unless something else took the click. Not
 * before the others: a link may close what it stands in. */
on(
  "click",
  "a[data-route]",
  (link, event) => {
    if (event.defaultPrevented || isElsewhere(event) || !navigate || link.target || link.origin !== location.origin)
      return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash, { replace: link.href === location.href });
  },
  false,
);

/* A query with one value changed: the first page of it; null when the value is there already. */
export function queryWith(query, name, value) {
  const asked = new URLSearchParams(query);
  if ((asked.get(name) || "") === value) return null;
  asked.delete("page");
  if (value) asked.set(name, value);
  else asked.delete(name);
  return asked.toString();
}

/* A list inside a record is behind the # of its address, so that the record is not asked for again. */
function innerQuery(inner) {
  const [key, query] = location.hash.slice(1).split("?");
  return key === inner.dataset.inner ? query || "" : "";
}

/* Other rows than these are asked for. */
export function turn(hash) {
  const [key, query] = hash.slice(1).split("?");
  // Without filters, the tab it is behind is still to be found.
  const place = query ? hash : one(`[data-tab="${key}"]`) ? `#${key}` : "";
  history.replaceState(history.state, "", location.pathname + location.search + place);
  one(`[data-inner="${key}"] [data-turns]`)?.click();
}

export function setParam(input, value, wait = 0) {
  const name = input.dataset.param;
  wentBack = false;
  clearTimeout(timers[name]);
  timers[name] = setTimeout(() => setParams(input, { [name]: value }, { replace: Boolean(wait) }), wait);
}

/* Several values at once are one step: those of the list, or the page, that an element is in. */
export function setParams(near, values, options = {}) {
  const inner = near.closest("[data-inner]");
  const before = inner ? innerQuery(inner) : location.search;
  let query = before;
  for (const [name, value] of Object.entries(values)) query = queryWith(query, name, value) ?? query;
  wentBack = false;
  if (query === before) return;
  if (inner) turn(`#${inner.dataset.inner}?${query}`);
  else go(location.pathname + (query && `?${query}`), options);
}

const seen = new WeakMap();
/* Fields follow the state: `data-value` says what it holds. What somebody is typing is theirs, but not after Back. */
export function showValues(selector, name) {
  for (const each of all(selector)) {
    if (seen.get(each) === each.dataset[name]) continue;
    seen.set(each, each.dataset[name]);
    if (wentBack || each !== document.activeElement) each.value = each.dataset[name];
  }
}
onDraw(() => showValues("[data-value]:not([role=option])", "value"));

onWindow("popstate", () => (wentBack = true));
on("click", "[data-inner] a", (link, event) => {
  const { inner } = link.closest("[data-inner]").dataset;
  if (!link.hash.startsWith(`#${inner}?`) || isElsewhere(event)) return;
  event.preventDefault();
  turn(link.hash);
});
on("change", "select[data-param], [data-held][data-param]:not([data-end])", (input) => setParam(input, input.value));
on("input", "input[data-param]:not([data-held], [type=hidden])", (input) => setParam(input, input.value.trim(), PAUSE));
