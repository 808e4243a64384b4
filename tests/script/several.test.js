import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { routed } from "../../assets/kit/address.js";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/several.js";
import { after, change, drawn, show } from "./dom.js";

const box = (value) => `<label><input type=checkbox value=${value}></label>`;
const page = (several, values = [1, 2, 12]) =>
  `<fieldset data-param=kinds data-several="${several}">${values.map(box).join("")}</fieldset>`;
const group = () => document.querySelector("fieldset");
const find = (value) => document.querySelector(`[value="${value}"]`);
const ticked = () => [...document.querySelectorAll(":checked")].map((each) => each.value);
const went = [];
const asked = () => new URLSearchParams(went.at(-1).split("?")[1] || "").get("kinds");

function tick(value, on = true) {
  find(value).checked = on;
  change(find(value));
}

start();
routed((address) => went.push(address));
beforeEach(() => {
  went.length = 0;
  history.replaceState(null, "", "/points?page=3&q=x");
});

test("what the address holds is ticked, also when it is offered later", async () => {
  await show(page("1,12"));
  assert.deepEqual(ticked(), ["1", "12"]);
  group().dataset.several = "2";
  await drawn();
  assert.deepEqual(ticked(), ["2"]);
  await show(page("1,12", []));
  group().innerHTML = box(12) + box(3);
  await drawn();
  assert.deepEqual(ticked(), ["12"]);
});

// proves LIST-34
test("what is ticked goes to the address together, from the first page on", async () => {
  await show(page("12"));
  tick(1);
  await after(1);
  assert.equal(asked(), "1,12");
  assert.equal(went.at(-1).includes("page"), false);
  history.replaceState(null, "", "/points?kinds=1,12");
  tick(1, false);
  tick(12, false);
  await after(1);
  assert.equal(went.at(-1), "/points");
});

// proves LIST-34
test("what is named and nobody offers stays", async () => {
  await show(page("99,1"));
  tick(2);
  await after(1);
  assert.equal(asked(), "99,1,2");
});

test("the answer to a former step unticks nothing", async () => {
  await show(page(""));
  tick(1);
  tick(2);
  group().dataset.several = "1";
  await drawn();
  assert.deepEqual(ticked(), ["1", "2"]);
  group().dataset.several = "1,2";
  await drawn();
  group().dataset.several = "2";
  await drawn();
  assert.deepEqual(ticked(), ["2"], "a chip took one away");
});

test("Back is followed, whatever is on its way", async () => {
  await show(page(""));
  tick(1);
  window.dispatchEvent(new window.Event("popstate"));
  group().dataset.several = "2";
  await drawn();
  assert.deepEqual(ticked(), ["2"]);
});
