/* Asks for the address of a frame, for the theme that is on and our own address, and again when they change. The address
 * is sent along: this is heard before Reflex knows a new one. */

import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTheme } from "./theme.js";

export function FrameWatch({ onShow }) {
  const { pathname, search } = useLocation();
  const isDark = useTheme() === "dark";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another handler is no reason to ask again
  useEffect(() => {
    onShow(isDark, pathname + search);
  }, [isDark, pathname, search]);
  return null;
}
