/* Asks for the address of a frame: for the theme that is on, and again when the theme or our own address change. */

import { useEffect, useState } from "react";
import { useLocation } from "react-router";

export function FrameWatch({ onShow }) {
  const { pathname, search } = useLocation();
  const [dark, setDark] = useState(null);
  useEffect(() => {
    const root = document.documentElement;
    const look = () => setDark(root.dataset.theme === "dark");
    const themes = new MutationObserver(look);
    themes.observe(root, { attributes: true, attributeFilter: ["data-theme"] });
    look();
    return () => themes.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state reads what it needs from the address
  useEffect(() => {
    if (dark !== null) onShow(dark);
  }, [dark, pathname, search]);
  return null;
}
