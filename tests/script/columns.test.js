import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { routed } from "../../assets/kit/address.js";
import { columns, columnsIn } from "../../assets/kit/columns.js";
import { start } from "../../assets/kit/page.js";
import { change, drawn, show } from "./dom.js";

const went = [];
const find = (name) => document.querySelector(`[data-column=${name}]`);
const PAGE = `<main><div data-list=users><div data-columns=users>
  <input type=checkbox data-column=email checked><input type=checkbox data-column=age></div></div></main>`;

start();
routed((address) => went.push(address));
beforeEach(() => {
  went.length = 0;
  localStorage.clear();
});

async function at(address) {
  history.replaceState(null, "", address);
  show(PAGE);
  await drawn();
}

test("an address names columns, or leaves them to the person", () => {
  assert.deepEqual(columnsIn("page=2&columns=email%2Cage"), ["email", "age"]);
  assert.equal(columnsIn("page=2"), null);
  assert.equal(columnsIn("columns="), null);
});

test("the columns of the address are shown, whatever this browser keeps", async () => {
  await at("/users?columns=age");
  assert.equal(columns(), "age");
  assert.equal(localStorage.length, 0);
  await at("/users");
  assert.equal(columns(), "email");
});

test("another choice is the person's own again, and the address names none", async () => {
  await at("/users?columns=age&page=2");
  find("email").checked = true;
  change(find("email"));
  assert.deepEqual(went, ["/users?page=2"]);
  await at("/users?page=2");
  assert.equal(columns(), "email,age");
});
