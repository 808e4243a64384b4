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

test("a finger asks at once, a mouse button does not", async () => {
  await open(4);
  rest("pointerdown", { pointerType: "mouse" });
  assert.deepEqual(asked, []);
  rest("pointerdown", { pointerType: "touch" });
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

test("when the rows have turned, the link that still has the focus leads one page further", async () => {
  await open(5);
  link().focus();
  await after(120);
  link().href = "/users?page=6";
  document.querySelector("nav").append(document.createElement("span"));
  await drawn();
  await after(120);
  assert.deepEqual(asked, [5, 6]);
});

test("who saves data is not asked for", async () => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  await open(7);
  link().focus();
  await after(120);
  assert.deepEqual(asked, []);
});
