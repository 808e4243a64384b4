/* Asks for the address of a frame: for the theme that is on, and again when the theme or our own address change. */

import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTheme } from "./theme.js";

export function FrameWatch({ onShow }) {
  const { pathname, search } = useLocation();
  const isDark = useTheme() === "dark";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state reads what it needs from the address
  useEffect(() => {
    onShow(isDark);
  }, [isDark, pathname, search]);
  return null;
}
