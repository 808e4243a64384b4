/* What was opened last: kept by the browser for one person, until they sign out or somebody else is there. */

import { all, byId, onDraw, one } from "./page.js";
import { read, write } from "./storage.js";

const RECENT = "admin_app.recent";
const MOST = 8;

export const forgetRecent = () => write(localStorage, RECENT, null);

function remembered(person) {
  try {
    const kept = JSON.parse(read(localStorage, RECENT));
    if (kept.person === person && Array.isArray(kept.opened)) return kept.opened;
  } catch {
    // Nothing of ours.
  }
  forgetRecent();
  return [];
}

function lineOf({ address, label }) {
  const link = Object.assign(document.createElement("a"), { href: address, textContent: label });
  link.dataset.route = ""; // the router's: see address.js
  const line = document.createElement("li");
  line.append(link);
  return line;
}

/* Once for each change: what is written into the page is a change too. */
function draw(opened) {
  const told = JSON.stringify(opened);
  for (const list of all("[data-recent]")) {
    if (list.dataset.recent === told) continue;
    list.dataset.recent = told;
    list.replaceChildren(...opened.map(lineOf));
  }
}

let noted = "";
function note(person) {
  const [address, label] = [location.pathname, document.title.split(" · ")[0]];
  const told = `${person} ${address} ${label}`;
  if (told === noted || !one("main[data-screen*='/show/'][data-state=ready]")) return;
  noted = told;
  const others = remembered(person).filter((each) => each.address !== address);
  write(localStorage, RECENT, JSON.stringify({ person, opened: [{ address, label }, ...others].slice(0, MOST) }));
}

onDraw(() => {
  const person = byId("palette")?.dataset.person;
  // Who closed the browser, or was idle, has not signed out: the next one finds the sign-in screen.
  if (!person && one("main[data-screen=login]") && !read(localStorage, "admin_app.token")) forgetRecent();
  if (!person) return;
  note(person);
  draw(remembered(person));
});
