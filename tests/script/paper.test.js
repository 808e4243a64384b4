import assert from "node:assert/strict";
import { test } from "node:test";
import "../../assets/kit/output.js";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/shell.js";
import { after, click, show } from "./dom.js";

globalThis.matchMedia ??= () => ({ matches: false });
const { dataset } = document.documentElement;
const printed = [];
window.print = () => {
  window.dispatchEvent(new Event("beforeprint"));
  printed.push(dataset.theme);
  window.dispatchEvent(new Event("afterprint"));
};
start();

// proves SHELL-5
test("paper is light, and the screen is afterwards what it was", async () => {
  await show("<button data-prints></button>");
  dataset.theme = "dark";
  window.print();
  assert.equal(dataset.theme, "dark");
  click(document.querySelector("button"));
  // What React draws in another theme is drawn before the machine asks for it.
  assert.deepEqual([printed.length, dataset.theme], [1, "light"]);
  await after(10);
  assert.deepEqual([printed, dataset.theme], [["light", "light"], "dark"]);
  dataset.theme = "light";
  click(document.querySelector("button"));
  assert.deepEqual([printed.length, dataset.theme], [3, "light"]);
});
