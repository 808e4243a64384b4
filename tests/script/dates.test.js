import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/dates.js";
import "../../assets/kit/forms.js";
import { routed } from "../../assets/kit/address.js";
import { discard } from "../../assets/kit/drafts.js";
import { on, start } from "../../assets/kit/page.js";
import { isDirty } from "../../assets/kit/unsaved.js";
import { after, change, drawn, press, show, type } from "./dom.js";

const WORDS = `data-form="{text} no" data-impossible="{month} has {days}" data-swapped="{suggestion}?" data-late=late data-early=early`;
const day = (name, value, more = "", bounds = "") => `<div data-dated=day ${bounds}>
  <input hidden name="${name}" value="${value}" data-held ${more}><input data-types="${name}">
  <button type=button data-calendars></button><p data-wrong ${WORDS}></p></div>`;
const PAGE = `<form data-guard="/users/7">${day("born", "1991-05-14", "", "data-first=1900-01-01 data-last=today")}
  <div data-dated=time><input hidden name=at value=08:30 data-held><input data-types=at><p data-wrong data-form="{text} no"></p></div>
  </form>${day("after", "", "data-param=after data-value=")}`;
const held = (name) => document.querySelector(`[name=${name}]`);
const shown = (name) => document.querySelector(`[data-types=${name}]`);
const told = (name) => shown(name).parentElement.querySelector("[data-wrong]").textContent;
const went = [];
const changes = [];
const leave = (name, text) => {
  type(shown(name), text);
  change(shown(name));
};

on("change", "[data-held]", (input) => changes.push(input.value));
start();
routed((address) => went.push(address));
beforeEach(async () => {
  discard();
  went.length = changes.length = 0;
  document.documentElement.lang = "fr";
  history.replaceState(null, "", "/users");
  await show(PAGE);
});

test("what is held is shown in the language of the page, and again when that changes", async () => {
  assert.deepEqual([shown("born").value, shown("at").value, shown("after").value], ["14/05/1991", "08:30", ""]);
  document.documentElement.lang = "en";
  await drawn();
  assert.equal(shown("born").value, "14 May 1991");
  held("born").value = "2001-01-31";
  held("born").dispatchEvent(new Event("input", { bubbles: true }));
  assert.equal(shown("born").value, "31 Jan 2001");
});

// proves FORM-26
test("what is typed is held at once, and written in full when it is left", () => {
  type(shown("born"), "7/6/77");
  assert.deepEqual([held("born").value, shown("born").value, isDirty()], ["1977-06-07", "7/6/77", true]);
  assert.deepEqual(changes, []);
  change(shown("born"));
  assert.deepEqual([shown("born").value, told("born"), changes], ["07/06/1977", "", ["1977-06-07"]]);
  leave("at", "9h");
  assert.deepEqual([held("at").value, shown("at").value], ["09:00", "09:00"]);
  leave("at", "");
  assert.deepEqual([held("at").value, told("at")], ["", ""]);
});

test("a day with its whole year is told without being left, and once", () => {
  type(shown("born"), "07061977");
  change(shown("born"));
  assert.deepEqual(changes, ["1977-06-07"]);
});

// proves FORM-27
test("what is no day is said when it is left, kept as it was typed, and taken back while it is mended", () => {
  type(shown("born"), "31/02/1990");
  assert.deepEqual([held("born").value, told("born")], ["31/02/1990", ""]);
  change(shown("born"));
  assert.deepEqual([shown("born").value, told("born")], ["31/02/1990", "février 1990 has 28"]);
  assert.equal(shown("born").getAttribute("aria-invalid"), "true");
  type(shown("born"), "28/02/1990");
  assert.deepEqual([told("born"), shown("born").getAttribute("aria-invalid")], ["", "false"]);
});

test("a day after today is told, and held for the server to refuse", () => {
  leave("born", "01/01/2999");
  assert.deepEqual([held("born").value, told("born")], ["2999-01-01", "late"]);
  leave("born", "05/14/1991");
  assert.equal(told("born"), "14/05/1991?");
});

test("a filter goes to the address as the API writes days, and what is none does not go", async () => {
  type(shown("after"), "1/3/2026");
  await after(10);
  assert.deepEqual(went, ["/users?after=2026-03-01"]);
  leave("after", "31/02/2026");
  await after(400);
  assert.deepEqual([went.length, told("after")], [1, "février 2026 has 28"]);
  held("after").dataset.value = "2026-04-01";
  await drawn();
  assert.deepEqual([shown("after").value, told("after")], ["01/04/2026", ""]);
});

test("the arrow opens the calendar", () => {
  let opened = 0;
  document.querySelector("[data-calendars]").onclick = () => opened++;
  press(shown("born"), "ArrowDown");
  press(shown("at"), "ArrowDown");
  assert.equal(opened, 1);
});
