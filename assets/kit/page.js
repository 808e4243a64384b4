/* The page, by selectors, and the one thing to know about React: it replaces what is on it.
 * Nothing here runs when a module is read: pages are also written once on the machine that builds them. */

export const one = (selector, from) => (from || document).querySelector(selector);
export const all = (selector, from) => [...(from || document).querySelectorAll(selector)];
export const byId = (id) => document.getElementById(id);
export const root = () => document.documentElement;

/* A click that asks for another tab, another window or a copy: the browser's own. */
export const isElsewhere = (event) =>
  Boolean(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

const heard = new Map();
// Before React and the elements' own handlers; those after the first two are seen in no other way.
const FIRST = ["click", "submit", "beforetoggle", "toggle", "cancel", "close", "error", "load"];

/* What kinds of events do to the elements of a selector; without one, to whatever they happened on.
 * Actions come in the order of their registration; what one of them stops (stopPropagation) ends there. */
export function on(types, selector, act, first) {
  for (const type of types.split(" ")) {
    const key = `${type} ${first ?? FIRST.includes(type)}`;
    if (!heard.has(key)) heard.set(key, []);
    heard.get(key).push([selector, act]);
  }
}

const onWindowHeard = [];
export const onWindow = (type, act) => onWindowHeard.push([type, act]);

function hear(event, actions) {
  for (const [selector, act] of actions) {
    if (event.cancelBubble) return;
    const found = selector ? event.target.closest?.(selector) : event.target;
    if (found) act(found, event);
  }
}

/* Stop an event: nobody else is told, and the browser does nothing of its own. */
export function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/* The second click of a double one acts on nothing below a dialog that the first one closed. */
let box = null;
on("click", null, (target, event) => {
  if (event.detail < 2) box = target.closest?.("dialog");
  else if (box && !box.open) stop(event);
});

/* Say a text that is not said yet: saying it again would have the page drawn anew. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/* Whether something is to be seen, and whether it can have the focus. */
export const isSeen = (each) =>
  each.isConnected && (each.checkVisibility?.({ visibilityProperty: true }) ?? !each.hidden);
export const isThere = (each) => !each.disabled && isSeen(each);
/* Whether nothing has the focus, because what had it is gone. */
export const isFocusLost = () => [null, document.body].includes(document.activeElement);

let value = null;
/* Press a button of the state, whose event takes a value along: `on_click=state.check(told("given"))`. */
export function press(button, along) {
  value = along;
  button?.click();
}
export const given = () => value;

const LATEST = 5000;
/* Act on what the state has put on the page: at once, or when it comes. React draws a change before the next message
 * of the server, but holds back what brings a stylesheet until that is there. */
export function whenThere(find, act) {
  const found = find();
  if (found) {
    act(found);
    return;
  }
  const watch = new MutationObserver(() => {
    const late = find();
    if (!late) return;
    watch.disconnect();
    act(late);
  });
  watch.observe(root(), { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), LATEST);
}

const drawings = [];
/* What the script writes into the page is written again after React has changed it. */
export const onDraw = (act) => drawings.push(act);

// A row is the place of another record when its `data-id` changes (admin_app/kit/lists/table.py).
const attributes = [];
/* Act on changes of an attribute before the next key: `act([{ target, oldValue }])`. */
export const onAttribute = (name, act) => attributes.push([name, act]);

const WATCHED = ["data-value", "data-text", "data-state", "data-screen", "data-id", "aria-busy", "lang"];

/* One listener for each kind of event, on the document, because React replaces what is below it. */
export function start() {
  for (const [key, actions] of heard) {
    const [type, first] = key.split(" ");
    document.addEventListener(type, (event) => hear(event, actions), first === "true");
  }
  for (const [type, act] of onWindowHeard) window.addEventListener(type, act);
  for (const [name, act] of attributes)
    new MutationObserver(act).observe(root(), {
      subtree: true,
      attributeFilter: [name],
      attributeOldValue: true,
    });
  let frame = 0;
  const draw = () => {
    frame = 0;
    for (const act of drawings) act();
  };
  // Once a frame: React changes many elements at a time. But rows that have turned are drawn and laid out in the time
  // that is left until the frame begins, which then has only to be painted.
  new MutationObserver((changes) => {
    if (changes.some(({ attributeName }) => attributeName === "data-id")) {
      window.cancelAnimationFrame(frame);
      draw();
      document.body.getBoundingClientRect();
    } else frame ||= requestAnimationFrame(draw);
  }).observe(root(), { childList: true, subtree: true, attributes: true, attributeFilter: WATCHED });
}
