import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/forms.js"; // First: it brings what holds its days.
import { routed } from "../../assets/kit/address.js";
import { today } from "../../assets/kit/dates.js";
import { discard, isDirty } from "../../assets/kit/drafts.js";
import { on, start } from "../../assets/kit/page.js";
import { after, change, drawn, press, show, submit, type } from "./dom.js";
import { answer, asked, slow } from "./reading.js";

const typedIn = (name) =>
  `<input data-types="${name}" id="d-${name}"><button type=button data-reads></button><p data-wrong></p>`;
const day = (name, value, more = "", bounds = "") => `<div data-dated=typed ${bounds}>
  <input hidden name="${name}" value="${value}" data-held ${more}>
  <button type=button data-calendars></button>${typedIn(name)}</div>`;
const PAGE = `<form data-guard="/users/7">${day("born", "1991-05-14", "", "data-first=1900-01-01 data-last=today")}
  <div data-dated=time><input hidden name=at value=08:30 data-held>${typedIn("at")}</div>
  <button data-save></button></form>${day("after", "", "data-param=after data-value=")}`;
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
  slow(false);
  went.length = changes.length = asked.length = 0;
  document.documentElement.lang = "fr";
  history.replaceState(null, "", "/users");
  await show(PAGE);
});

// proves FORM-26
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
test("what is typed is held as it is, and written in full when it is left", () => {
  type(shown("born"), "7/6/1977");
  assert.deepEqual([held("born").value, shown("born").value, isDirty()], ["7/6/1977", "7/6/1977", true]);
  assert.deepEqual([changes, asked], [[], []]);
  change(shown("born"));
  assert.deepEqual([held("born").value, shown("born").value, told("born")], ["1977-06-07", "07/06/1977", ""]);
  assert.deepEqual(changes, ["1977-06-07"]);
  const bounds = { first: "1900-01-01", last: "today", today: today() };
  assert.deepEqual(asked, [{ id: "d-born", text: "7/6/1977", kind: "typed", ...bounds }]);
  leave("at", "9h");
  assert.deepEqual([held("at").value, shown("at").value], ["09:00", "09:00"]);
  leave("at", "");
  assert.deepEqual([held("at").value, told("at")], ["", ""]);
});

// proves FORM-27
test("what is no day is said when it is left, kept as it was typed, and taken back while it is mended", () => {
  type(shown("born"), "31/13/1990");
  assert.deepEqual([held("born").value, told("born")], ["31/13/1990", ""]);
  change(shown("born"));
  assert.deepEqual([shown("born").value, told("born")], ["31/13/1990", "31/13/1990 no"]);
  assert.equal(shown("born").getAttribute("aria-invalid"), "true");
  type(shown("born"), "28/02/1990");
  assert.deepEqual([told("born"), shown("born").getAttribute("aria-invalid")], ["", "false"]);
});

test("an answer that comes while somebody types on disturbs nothing", () => {
  slow(true);
  leave("born", "7/6/1977");
  type(shown("born"), "8/6/1977");
  answer();
  assert.deepEqual([held("born").value, shown("born").value, changes], ["8/6/1977", "8/6/1977", []]);
});

test("a form goes once its days are read", () => {
  slow(true);
  const form = document.forms[0];
  const sent = [];
  form.requestSubmit = (submitter) => sent.push([submitter, submit(form), held("born").value]);
  assert.equal(submit(form), true);
  type(shown("born"), "7/6/1977");
  assert.equal(submit(form), false);
  assert.deepEqual(sent, []);
  answer();
  assert.equal(sent.length, 1);
  assert.equal(sent[0][2], "1977-06-07");
});

test("a filter goes to the address as the API writes days, and what is none does not go", async () => {
  leave("after", "1/3/2026");
  await after(10);
  assert.deepEqual(went, ["/users?after=2026-03-01"]);
  leave("after", "31/13/2026");
  await after(400);
  assert.deepEqual([went.length, told("after")], [1, "31/13/2026 no"]);
  held("after").dataset.value = "2026-04-01";
  await drawn();
  assert.equal(shown("after").value, "01/04/2026");
});

test("the arrow opens the calendar", () => {
  let opened = 0;
  document.querySelector("[data-calendars]").onclick = () => opened++;
  press(shown("born"), "ArrowDown");
  press(shown("at"), "ArrowDown");
  assert.equal(opened, 1);
});
