/* What surrounds every screen: theme, drawer, tips, images, keys, and the arrival on a screen. */

import { all, byId, isFocusLost, isSeen, isThere, on, onDraw, one, onWindow, root } from "./page.js";
import { openDialog } from "./popups.js";
import { leadOf } from "./selection.js";
import { read, write } from "./storage.js";

/* ---- theme ---- */

function drawTheme() {
  const pressed = String(root().dataset.theme === "dark");
  for (const each of all("[data-toggle-theme]")) each.setAttribute("aria-pressed", pressed);
}

on("click", "[data-toggle-theme]", () => {
  root().dataset.theme = root().dataset.theme === "dark" ? "light" : "dark";
  write(localStorage, "admin_app.theme", root().dataset.theme);
  drawTheme();
});
onWindow("storage", ({ key, newValue }) => {
  if (key === "admin_app.theme" && newValue) root().dataset.theme = newValue;
});
onDraw(drawTheme);

/* Paper is light, whatever the screen is. */
let onScreen = null;
onWindow("beforeprint", () => {
  onScreen ??= root().dataset.theme ?? "light";
  root().dataset.theme = "light";
});
onWindow("afterprint", () => {
  root().dataset.theme = onScreen ?? root().dataset.theme;
  onScreen = null;
});

/* ---- drawer: beside the page, or over it where there is no room ---- */

const isOver = () => matchMedia("(max-width: 900px)").matches;

/* The button says what pressing it does, and whether the menu is there. */
function drawDrawer() {
  const open = isOver() ? root().hasAttribute("data-overlay") : root().dataset.drawer !== "closed";
  for (const each of all("[data-opens-menu]")) {
    const name = open ? each.dataset.closesMenu : each.dataset.opensMenu;
    each.setAttribute("aria-expanded", String(open));
    each.setAttribute("aria-label", name);
    each.title = name;
  }
}

function hideDrawer() {
  root().removeAttribute("data-overlay");
  drawDrawer();
}

function toggleDrawer() {
  if (isOver()) {
    if (root().toggleAttribute("data-overlay")) {
      // Where one is may be far down, or folded away.
      const current = all(".drawer a:is([aria-current=page], [aria-current=true])").find(isSeen);
      (current || one(".drawer a"))?.focus();
    }
  } else {
    root().dataset.drawer = root().dataset.drawer === "closed" ? "open" : "closed";
    write(localStorage, "admin_app.drawer", root().dataset.drawer);
    window.dispatchEvent(new Event("resize")); // charts look for their room
  }
  drawDrawer();
}

onWindow("resize", drawDrawer);
onDraw(drawDrawer);

on("click", null, (target) => {
  if (target.closest("[data-toggle-drawer]")) toggleDrawer();
  else if (target.closest(".drawer a") || !target.closest(".drawer")) hideDrawer();
});

/* ---- tips ---- */

// A reason that was dismissed stays away until its button is reached again.
on("focusin pointerover", null, (target, { type }) => {
  const tip = target.closest?.(".why");
  for (const each of all(".why[data-dismissed]")) if (each !== tip || type === "focusin") delete each.dataset.dismissed;
});

on("keydown", null, (_, { key }) => {
  if (key !== "Escape") return;
  hideDrawer();
  for (const each of all(".why:is(:hover, :focus-within)")) each.dataset.dismissed = "";
});

/* ---- images ---- */

on("error load", "img", (image, { type }) => image.toggleAttribute("data-broken", type === "error"));

/* ---- keys: / for the search, ? for the list of keys, a key for what names it as its own, arrows and space for rows ---- */

const TYPED = "input:not([data-select]),select,textarea,[contenteditable]";
const SEARCH = "[data-param][type=search]";

function moveRow(event, row) {
  const rows = all("tr[data-testid=row]", event.target.closest(".table-scroll, [data-list]"));
  const next = row ? rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)] : rows[0];
  if (!next) return;
  event.preventDefault();
  leadOf(next)?.focus();
}

/* What is pressed by a key says which in `aria-keyshortcuts`, and in `data-then` what has the focus next. What is folded
 * away has no key, and a dialog that is open has its keys for itself. */
const CHOSEN = "[type=radio],[type=checkbox]";

function pressByKey(target, event) {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (target.matches?.(TYPED) && !target.matches(CHOSEN)) return;
  // A French keyboard writes figures with Shift: the key counts, too.
  const wanted = [event.key.toUpperCase(), /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]];
  const named = all("[aria-keyshortcuts]").filter((each) => wanted.includes(each.getAttribute("aria-keyshortcuts")));
  const found = named.find(isThere);
  if (!found || one("dialog[open]")) return;
  event.preventDefault();
  // What is unfolded already stays so.
  if (!found.matches("summary") || !found.parentElement.open) found.click();
  if (found.dataset.then) byId(found.dataset.then)?.focus();
}

on("keydown", null, (target, event) => {
  pressByKey(target, event);
  // From what is looked for to what was found.
  if (event.key === "ArrowDown" && target.matches?.(`[data-list] ${SEARCH}`)) moveRow(event);
  if (target.matches?.(TYPED)) return;
  if (event.key === "/" && !event.ctrlKey && !event.metaKey) {
    const search = one(SEARCH);
    if (!search) return;
    event.preventDefault();
    search.focus();
    search.select();
  }
  if (event.key === "?" && !event.ctrlKey && !event.metaKey && !one("dialog[open]")) openDialog("keys");
  const row = target.closest?.("tr[data-testid=row]");
  if (["ArrowDown", "ArrowUp"].includes(event.key) && (row || target.matches?.(".table-scroll"))) moveRow(event, row);
  if (event.key === " " && row && target.matches("a")) {
    event.preventDefault();
    one("[data-select]", row)?.click();
  }
});

/* ---- the focus: it goes to the title of a new screen, so that it is announced; and where what had it is taken away,
 * to what stands in its place, or around it: never to the top, and to nothing that a second press would act on ---- */

let path = [];
let around = null;
on("focusin", null, (target) => {
  around = target.closest("dialog");
  if (target.closest("dialog, [popover]")) return;
  path = [];
  for (let each = target; each.parentElement?.closest("main"); each = each.parentElement)
    path.push([each, [...each.parentElement.children].indexOf(each)]);
});

const ACTS = "a, button, input, select, textarea, summary, iframe, [role=button], [contenteditable]";
function focusIn(element) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
const focusTitle = (main) => one("h1", main)?.focus({ preventScroll: true });

/* Where one wrote, drawn anew: what is typed next goes on there. An editor of texts is come to by its source. */
function drawnAnew() {
  const [[wrote]] = path;
  const editor = wrote.closest(".rich-text-field");
  const { id } = editor ? one(".rich-text-source", editor) : wrote;
  return id && wrote.matches(TYPED) && byId(id);
}

function stay(main) {
  const kept = path.findIndex(([each]) => isSeen(each));
  if (kept === 0 || !path.length || one("dialog[open]")) return;
  const again = drawnAnew();
  if (again && isThere(again)) {
    again.focus({ preventScroll: true });
    return;
  }
  if (kept < 0) {
    focusTitle(main);
    return;
  }
  const [[place], [, at]] = [path[kept], path[kept - 1]];
  const next = place.children[at] ?? place.lastElementChild;
  focusIn(next && isSeen(next) && !next.matches(ACTS) ? next : place);
}

/* Whether the page was loaded anew by the script, not by the person. */
function isAnew() {
  const anew = read(sessionStorage, "admin_app.anew");
  write(sessionStorage, "admin_app.anew", null);
  return anew;
}

let screen = "";
onDraw(() => {
  const main = one("main[data-screen]");
  if (!main || main.dataset.state === "loading") return;
  // What was pressed in a dialog is shut while its answer is awaited; a new screen is come to once it is gone.
  if (isFocusLost() && around?.isConnected && around.open) return focusIn(around);
  const before = screen;
  screen = `${location.pathname} ${main.dataset.screen}`;
  if (!isFocusLost()) return;
  if (screen === before) stay(main);
  else if (before || isAnew()) focusTitle(main);
});
