// proves SEARCH-11
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/palette.js";
import { start } from "../../assets/kit/page.js";
import { drawn, press, show, type } from "./dom.js";

start();
Object.defineProperty(window.HTMLElement.prototype, "offsetParent", { get: () => document.body });
const field = () => document.querySelector("input");
let opened = [];

/* What the server has found for a text, all of it. */
async function answer(text, ...names) {
  document.querySelector("ul").innerHTML = names.map((name) => `<li><button>${name}</button></li>`).join("");
  document.querySelector("dialog").dataset.found = text;
  await drawn();
}

beforeEach(async () => {
  await show("<dialog id=palette open data-found=''><input data-palette-text><ul></ul></dialog>");
  opened = [];
  document.querySelector("ul").addEventListener("click", ({ target }) => opened.push(target.textContent));
});

test("Enter opens the first of what was found", async () => {
  type(field(), " Camille  Lefebvre ");
  await answer("Camille Lefebvre", "Camille", "Theme");
  press(field(), "Enter");
  assert.deepEqual(opened, ["Camille"]);
});

test("Enter before the answer opens nothing of what is shown, and the first of the answer", async () => {
  await answer("", "Theme");
  type(field(), "Camille");
  press(field(), "Enter");
  assert.deepEqual(opened, []);
  await answer("Cam", "Camélia");
  assert.deepEqual(opened, []);
  await answer("Camille", "Camille");
  await answer("");
  await answer("Camille", "Camille");
  assert.deepEqual(opened, ["Camille"]);
});

test("nothing is opened by itself once another key was pressed, or the dialog is closed", async () => {
  type(field(), "Camille");
  press(field(), "Enter");
  press(field(), "ArrowDown");
  await answer("Camille", "Camille");
  type(field(), "Lefebvre");
  press(field(), "Enter");
  document.querySelector("dialog").close();
  await answer("Lefebvre", "Lefebvre");
  assert.deepEqual(opened, []);
});

test("spaces alone, and what nothing was found for, open nothing", async () => {
  await answer("", "Theme");
  type(field(), "  ");
  press(field(), "Enter");
  type(field(), "zzzz");
  press(field(), "Enter");
  await answer("zzzz");
  assert.deepEqual(opened, []);
});
