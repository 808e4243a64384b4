/* What was opened last: kept by the browser for one person, until they sign out or somebody else is there. */

import { go } from "./address.js";
import { all, byId, isElsewhere, on, onDraw, one } from "./page.js";
import { read, write } from "./storage.js";

const RECENT = "admin_app.recent";
const MOST = 8;

const personHere = () => byId("palette")?.dataset.person;

function remembered() {
  try {
    const { person, opened } = JSON.parse(read(localStorage, RECENT) ?? "{}");
    if (person === personHere() && Array.isArray(opened)) return opened;
  } catch {
    // Nothing of ours.
  }
  forgetRecent();
  return [];
}

export const forgetRecent = () => write(localStorage, RECENT, null);

/* Once for each change: what is written into the page is a change too. */
function drawRecent() {
  const opened = remembered();
  const told = JSON.stringify(opened);
  for (const list of all("[data-recent]")) {
    if (list.dataset.recent === told) continue;
    list.dataset.recent = told;
    list.replaceChildren(...opened.map(recentLine));
  }
}

function recentLine({ address, label }) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = label;
  link.dataset.recentLink = "";
  const line = document.createElement("li");
  line.append(link);
  return line;
}

on("click", "[data-recent-link]", (link, event) => {
  if (isElsewhere(event)) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});

let noted = "";
function note(person) {
  const label = document.title.split(" · ")[0];
  const told = `${person} ${location.pathname} ${label}`;
  if (told === noted || !one("main[data-screen*='/show/'][data-state=ready]")) return;
  noted = told;
  const address = location.pathname;
  const opened = [{ address, label }, ...remembered().filter((each) => each.address !== address)].slice(0, MOST);
  write(localStorage, RECENT, JSON.stringify({ person, opened }));
}

onDraw(() => {
  const person = personHere();
  // Who closed the browser, or was idle, has not signed out: the next one finds the sign-in screen.
  if (!person && one("main[data-screen=login]") && !read(localStorage, "admin_app.token")) forgetRecent();
  if (!person) return;
  note(person);
  drawRecent();
});
