import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/forms.js"; // It brings the boxes, before it hears of them.
import "../../assets/kit/roving.js";
import { isDirty } from "../../assets/kit/drafts.js";
import { content } from "../../assets/kit/following.js";
import { start } from "../../assets/kit/page.js";
import { change, drawn, press, show } from "./dom.js";

const box = (name) => `<td role=gridcell><input type=checkbox name=${name} value=true></td>`;
const fill = (what, id) => `<th><input type=checkbox data-fills=${what} id=${id}></th>`;
const page = `<form data-guard="/weeks/1"><table role=grid data-boxes data-roving="input[type=checkbox]"><tbody>
  <tr role=row>${fill("all", "all")}${fill("column", "m")}${fill("column", "a")}</tr>
  <tr role=row>${fill("row", "mon")}${box("mMon")}${box("aMon")}</tr>
  <tr role=row>${fill("row", "tue")}${box("mTue")}${box("aTue")}</tr></tbody></table></form>`;
const find = (name) => document.querySelector(`[name=${name}], #${name}`);
const ticked = () => [...document.querySelectorAll("[name]:checked")].map((each) => each.name).join(" ");
const stops = () => [...document.querySelectorAll("input")].filter((each) => each.tabIndex === 0);

function tick(name, on = true) {
  find(name).checked = on;
  change(find(name));
}

start();
beforeEach(async () => {
  await show(page);
});

test("a box for a row ticks the row, and no other", () => {
  tick("mon");
  assert.equal(ticked(), "mMon aMon");
  tick("mon", false);
  assert.equal(ticked(), "");
});

// proves VOLUNTEER-7
test("a box for a column ticks the column, and the one for all everything", () => {
  tick("a");
  assert.equal(ticked(), "aMon aTue");
  tick("all");
  assert.equal(ticked(), "mMon aMon mTue aTue");
  assert.ok(find("mon").checked && find("m").checked);
});

test("such a box says whether those it stands for are ticked: all, some or none", () => {
  tick("mMon");
  const told = (name) => [find(name).checked, find(name).indeterminate];
  assert.deepEqual(told("mon"), [false, true]);
  assert.deepEqual(told("tue"), [false, false]);
  tick("aMon");
  assert.deepEqual(told("mon"), [true, false]);
  assert.deepEqual(told("all"), [false, true]);
});

test("what a form keeps holds the boxes that another one ticked", () => {
  tick("tue");
  assert.equal(isDirty(), true);
  assert.deepEqual(content(), { mTue: "true", aTue: "true" });
});

test("the grid is one stop of the Tab key, which is where one was last", async () => {
  assert.deepEqual(stops(), [find("mMon")]);
  find("aTue").focus();
  await drawn();
  assert.deepEqual(stops(), [find("aTue")]);
});

// proves VOLUNTEER-7
test("arrows go from box to box and stay inside", () => {
  const at = (key, options) => {
    press(document.activeElement, key, options);
    return document.activeElement.name || document.activeElement.id;
  };
  find("mMon").focus();
  assert.equal(at("ArrowRight"), "aMon");
  assert.equal(at("ArrowRight"), "aMon");
  assert.equal(at("ArrowDown"), "aTue");
  assert.equal(at("ArrowDown"), "aTue");
  assert.equal(at("Home"), "tue");
  assert.equal(at("End"), "aTue");
  assert.equal(at("Home", { ctrlKey: true }), "all");
  assert.equal(at("End", { ctrlKey: true }), "aTue");
});

test("other keys are the browser's", () => {
  find("mMon").focus();
  assert.equal(press(find("mMon"), " "), true);
  assert.equal(press(find("mMon"), "ArrowDown", { altKey: true }), true);
  assert.equal(press(find("mMon"), "ArrowDown"), false);
});
