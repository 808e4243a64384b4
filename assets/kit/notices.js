/* Notices live as long as the animation of their time line, which focus and a pointer pause (assets/styles/notices.css). */

import { all, on, onDraw, one } from "./page.js";

const closeNotice = (notice) => one("button", notice)?.click();

on("animationend", ".notice-life", (line) => closeNotice(line.parentElement));
on("keydown", null, (_, { key }) => {
  const last = all(".notice").at(-1);
  if (key === "Escape" && last && !one("dialog[open], [popover]:popover-open")) closeNotice(last);
});

/* Where not all have room, the latest is in sight. */
let latest = null;
onDraw(() => {
  const last = all(".notice").at(-1);
  if (last && last !== latest) last.scrollIntoView({ block: "nearest" });
  latest = last;
});
