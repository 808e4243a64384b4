import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/roving.js";
import { routed } from "../../assets/kit/address.js";
import { start } from "../../assets/kit/page.js";
import { chosenOf } from "../../assets/kit/tabs.js";
import { after, click, press, show } from "./dom.js";

const went = [];
const by = (id) => document.getElementById(id);
const shown = () => ["record", "members", "events"].filter((key) => !by(`panel-${key}`).hidden);
const tab = (key) =>
  `<a role=tab id=tab-${key} href="#${key}" data-tab=${key} aria-controls=panel-${key} aria-selected=false></a>`;
const PAGE = `<a id=there href="#members?status=0" data-to-tab></a>
  <div data-tabs><div role=tablist data-roving="[role=tab]" data-presses>${tab("record")}${tab("members")}${tab("events")}</div>
  <div id=panel-record></div><div id=panel-members hidden data-inner=members><button data-turns></button></div>
  <div id=panel-events hidden></div></div>`;

start();
routed((address, options) => {
  went.push([address, options]);
  history.pushState(null, "", address);
});
beforeEach(async () => {
  went.length = 0;
  history.replaceState(null, "", `/communities/show/${Math.random()}`);
  await show(PAGE);
});

test("the first tab is on show until the address says otherwise", () => {
  assert.deepEqual(shown(), ["record"]);
  assert.equal(chosenOf([{ dataset: { tab: "record" } }], "other").dataset.tab, "record");
});

test("a tab is a step of the address, which turns to it", async () => {
  assert.equal(click(by("tab-members")), false);
  await after(10);
  assert.deepEqual(shown(), ["members"]);
  assert.deepEqual(went, [[`${location.pathname}#members`, { preventScrollReset: true }]]);
  assert.equal(by("tab-members").getAttribute("aria-selected"), "true");
  assert.deepEqual([by("tab-members").tabIndex, by("tab-record").tabIndex], [0, -1]);
  assert.equal(click(by("tab-members")), false, "the browser would jump to what has its key as an id");
  assert.equal(went.length, 1);
});

test("a click with Ctrl opens it elsewhere, as any link", () => {
  assert.equal(click(by("tab-members"), { ctrlKey: true }), true);
  assert.equal(went.length, 0);
});

test("arrows turn to the next tab and around, Home and End to the ends", async () => {
  for (const [from, key, to] of [
    ["record", "ArrowLeft", "events"],
    ["events", "ArrowRight", "record"],
    ["record", "End", "events"],
    ["events", "Home", "record"],
  ]) {
    press(by(`tab-${from}`), key);
    await after(10);
    assert.equal(document.activeElement.id, `tab-${to}`);
    assert.deepEqual(shown(), [to]);
  }
});

test("a tab that was left comes back with the filters of its list", async () => {
  history.replaceState(null, "", `${location.pathname}#members?status=3`);
  await show(PAGE);
  click(by("tab-record"));
  await after(10);
  let turns = 0;
  document.querySelector("[data-turns]").onclick = () => turns++;
  click(by("tab-members"));
  await after(10);
  assert.deepEqual([location.hash, turns], ["#members?status=3", 1]);
});

test("a link from elsewhere opens the tab with its filters, and goes there", async () => {
  let turns = 0;
  document.querySelector("[data-turns]").onclick = () => turns++;
  assert.equal(click(by("there")), false);
  await after(10);
  assert.deepEqual([location.hash, turns, document.activeElement.id], ["#members?status=0", 1, "tab-members"]);
  assert.deepEqual(shown(), ["members"]);
});
