/* What Reflex's pages make elements with, in place of Emotion's: our styles are in stylesheets, and the few that Reflex
 * writes for an element (`css`) are plain properties, which the element can carry itself (tools/bundle.py). */

import { createElement } from "react";

export function jsx(type, given, ...children) {
  if (!given?.css) return createElement(type, given, ...children);
  const { css, style, ...others } = given;
  return createElement(type, { ...others, style: { ...css, ...style } }, ...children);
}
