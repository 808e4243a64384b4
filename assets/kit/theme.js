/* The theme of the page for what is drawn by React: Plotly takes colours, no stylesheet. */

import { useSyncExternalStore } from "react";

function subscribe(tell) {
  const watch = new MutationObserver(tell);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => watch.disconnect();
}

const theme = () => document.documentElement.dataset.theme ?? "light";

export const useTheme = () => useSyncExternalStore(subscribe, theme, () => "light");
