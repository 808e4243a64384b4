import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import { after, drawn, show } from "./dom.js";

const { ahead } = await import("../../assets/kit/ahead.js");
const asked = [];
start();

const pager = (page) =>
  `<nav><a data-ahead href="/users?sort=-email&page=${page}">next</a><button data-look hidden></button></nav>`;
const link = () => document.querySelector("a");
const rest = (type = "pointerover", options = {}) =>
  link().dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), options));

async function open(page) {
  await show(pager(page));
  document.querySelector("[data-look]").addEventListener("click", () => asked.push(ahead()));
}
beforeEach(() => {
  asked.length = 0;
});

// proves LIST-35
test("a page is asked for when a pointer rests on its link, once while the answer is kept", async () => {
  await open(2);
  rest();
  await after(40);
  assert.deepEqual(asked, []);
  await after(80);
  rest();
  await after(120);
  assert.deepEqual(asked, [2]);
});

test("a pointer that passes asks for nothing", async () => {
  await open(3);
  rest();
  document.body.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
  await after(120);
  assert.deepEqual(asked, []);
});

// proves LIST-35
test("a finger or a button that is pressed asks at once", async () => {
  await open(4);
  rest("pointerdown");
  assert.deepEqual(asked, [4]);
});

test("the focus asks where it stays, and the first page has no number", async () => {
  const links = ["/users", "/users?page=9"].map((href) => `<a data-ahead href="${href}">page</a>`).join("");
  await show(`<nav>${links}<button data-look hidden></button></nav>`);
  document.querySelector("[data-look]").addEventListener("click", () => asked.push(ahead()));
  document.querySelector("a:last-of-type").focus();
  link().focus();
  await after(120);
  assert.deepEqual(asked, [1]);
});

/* The rows turn: React draws another address into the link. */
async function turn(page) {
  link().href = `/users?page=${page}`;
  document.querySelector("nav").append(document.createElement("span"));
  await drawn();
  await after(120);
}

// proves LIST-35
test("who has turned a page finds the one behind it asked for, once", async () => {
  await open(5);
  link().addEventListener("click", (event) => event.preventDefault());
  link().click();
  await turn(6);
  assert.deepEqual(asked, [6]);
  await turn(7);
  assert.deepEqual(asked, [6], "the list was sorted meanwhile, or filtered");
});

test("while the rows are to come, the link leads where one is already: that is not asked for", async () => {
  await open(8);
  link().addEventListener("click", (event) => event.preventDefault());
  link().click();
  history.replaceState(null, "", "/users?page=9");
  await turn(9);
  assert.deepEqual(asked, []);
  await turn(10);
  assert.deepEqual(asked, [10]);
});

test("who saves data is not asked for", async () => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  await open(7);
  link().focus();
  await after(120);
  assert.deepEqual(asked, []);
});
