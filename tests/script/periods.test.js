import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { routed } from "../../assets/kit/address.js";
import { presets, today } from "../../assets/kit/dates.js";
import { start } from "../../assets/kit/page.js";
import { change, drawn, show, type } from "./dom.js";
import "./reading.js";

const NAMES = ["", "today", "last_7", "this_month", "last_month", "chosen"];
const end = (
  name,
  value,
) => `<div data-dated=typed><input hidden name=${name} value="${value}" data-held data-end=${name}
  data-param="made[${name}]" data-value="${value}"><input data-types=${name} id=d-${name}><button type=button data-reads></button><p data-wrong></p></div>`;
const page = (first = "", last = "") => `<div data-period><select data-presets>
  ${NAMES.map((name) => `<option value="${name}">`).join("")}</select>${end("first", first)}${end("last", last)}
  <p data-exchanged hidden></p></div>`;
const find = (selector) => document.querySelector(selector);
const shown = (name) => find(`[data-types=${name}]`);
const went = [];
const leave = (name, text) => {
  type(shown(name), text);
  change(shown(name));
};
const asked = () => Object.fromEntries(new URLSearchParams(went.at(-1)?.split("?")[1] || ""));

start();
routed((address) => went.push(address));
beforeEach(() => {
  went.length = 0;
  document.documentElement.lang = "fr";
  history.replaceState(null, "", "/users?page=3&q=x");
});

test("the usual periods are whole days by the calendar", () => {
  const seen = presets("2026-03-01");
  assert.deepEqual(seen.today, ["2026-03-01", "2026-03-01"]);
  assert.deepEqual(seen.yesterday, ["2026-02-28", "2026-02-28"]);
  assert.deepEqual(seen.last_7, ["2026-02-23", "2026-03-01"]);
  assert.deepEqual(seen.last_30, ["2026-01-31", "2026-03-01"]);
  assert.deepEqual(seen.this_month, ["2026-03-01", "2026-03-31"]);
  assert.deepEqual(seen.last_month, ["2026-02-01", "2026-02-28"]);
  assert.deepEqual(seen.this_year, ["2026-01-01", "2026-12-31"]);
  assert.deepEqual(seen.last_year, ["2025-01-01", "2025-12-31"]);
  assert.deepEqual(presets("2026-01-31").last_month, ["2025-12-01", "2025-12-31"]);
});

// proves LIST-27
test("a usual period is both days at once, in one step", async () => {
  await show(page());
  find("select").value = "last_7";
  change(find("select"));
  const [first, last] = presets(today()).last_7;
  assert.deepEqual([went.length, asked()], [1, { q: "x", "made[first]": first, "made[last]": last }]);
  assert.equal(shown("last").value, last.split("-").reverse().join("/"));
  assert.equal(find("[data-exchanged]").hidden, true);
});

test("the menu says which period the days are", async () => {
  await show(page(...presets(today()).this_month));
  assert.equal(find("select").value, "this_month");
  await show(page("2020-02-03"));
  assert.equal(find("select").value, "chosen");
  await show(page());
  assert.equal(find("select").value, "");
});

test("whoever chooses dates of their own is led to the first", async () => {
  await show(page());
  find("select").value = "chosen";
  change(find("select"));
  assert.equal(document.activeElement, shown("first"));
  assert.equal(went.length, 0);
});

test("days the wrong way round are exchanged, and said", async () => {
  await show(page());
  leave("first", "30/10/2026");
  leave("last", "1/10/2026");
  assert.deepEqual(asked(), { q: "x", "made[first]": "2026-10-01", "made[last]": "2026-10-30" });
  assert.deepEqual([shown("first").value, shown("last").value], ["01/10/2026", "30/10/2026"]);
  assert.equal(find("[data-exchanged]").hidden, false);
  leave("last", "31/10/2026");
  assert.equal(find("[data-exchanged]").hidden, true);
});

test("an address the wrong way round is said, too", async () => {
  history.replaceState(null, "", "/users?made[first]=2026-10-30&made[last]=2026-10-01");
  await show(page("2026-10-01", "2026-10-30"));
  assert.equal(find("[data-exchanged]").hidden, false);
});

test("what is no day leaves the address alone", async () => {
  await show(page("2026-10-01", "2026-10-30"));
  history.replaceState(null, "", "/users?made[first]=2026-10-01&made[last]=2026-10-30");
  leave("first", "31/13/2026");
  assert.equal(went.length, 0);
  leave("last", "");
  await drawn();
  assert.deepEqual(asked(), { "made[first]": "2026-10-01" });
});
