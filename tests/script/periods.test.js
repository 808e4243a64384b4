import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { routed } from "../../assets/kit/address.js";
import { choosePeriod } from "../../assets/kit/dates.js";
import { start } from "../../assets/kit/page.js";
import { change, drawn, show, type } from "./dom.js";
import "./reading.js";

const end = (name, value) => `<div data-dated=typed><input hidden name=${name} value="${value}" data-held data-end
  data-param="made[${name}]" data-value="${value}"><input data-types=${name} id=d-${name}><button type=button data-reads></button><p data-wrong></p></div>`;
const page = (first = "", last = "") => `<div data-period>${end("first", first)}${end("last", last)}</div>`;
const shown = (name) => document.querySelector(`[data-types=${name}]`);
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

// proves LIST-27
test("a usual period is both days at once, in one step", async () => {
  await show(page());
  choosePeriod("d-first", ["2026-02-23", "2026-03-01"]);
  assert.deepEqual([went.length, asked()], [1, { q: "x", "made[first]": "2026-02-23", "made[last]": "2026-03-01" }]);
  assert.deepEqual([shown("first").value, shown("last").value], ["23/02/2026", "01/03/2026"]);
});

// proves LIST-28
test("days the wrong way round are exchanged in the fields, and the server hears of it", async () => {
  await show(page());
  leave("first", "30/10/2026");
  leave("last", "1/10/2026");
  assert.deepEqual(asked(), { q: "x", "made[first]": "2026-10-30", "made[last]": "2026-10-01" });
  assert.deepEqual([shown("first").value, shown("last").value], ["01/10/2026", "30/10/2026"]);
  leave("last", "31/10/2026");
  assert.deepEqual(asked(), { q: "x", "made[first]": "2026-10-01", "made[last]": "2026-10-31" });
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
