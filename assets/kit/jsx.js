/* What Reflex's pages make elements with, in place of Emotion's: our styles are in stylesheets, and the few that Reflex
 * writes for an element (`css`) are plain properties, which the element can carry itself (tools/bundle.py).
 * And two things that React would otherwise look at again whenever a row is drawn: Reflex puts each branch of a
 * condition into a fragment of its own, and draws an icon by two components. */

import { createElement, Fragment } from "react";

const icons = new WeakMap();

/* One element for an icon wherever it stands: what React has drawn already, it does not draw again. */
function icon(type, { size, "aria-hidden": hidden }) {
  const known = icons.get(type) ?? icons.set(type, {}).get(type);
  known[size] ??= createElement(type, { "aria-hidden": hidden, size });
  return known[size];
}

/* What is no plain tag, and has a size and nothing else to say. */
function isIcon(type, given) {
  if (typeof type !== "object" || given["aria-hidden"] !== "true" || typeof given.size !== "number") return false;
  return Object.keys(given).length === 2;
}

export function jsx(type, given, ...children) {
  if (type === Fragment) {
    // What has a key keeps its fragment: beside others it would be told apart by that key.
    const bare = children.length < 2 && given?.key === undefined && children[0]?.key == null;
    if (bare) return children[0] ?? null;
  } else if (given && !children.length && isIcon(type, given)) return icon(type, given);
  if (!given?.css) return createElement(type, given, ...children);
  const { css, style, ...others } = given;
  return createElement(type, { ...others, style: { ...css, ...style } }, ...children);
}
