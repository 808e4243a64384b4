import assert from "node:assert/strict";
import { test } from "node:test";
import "../../assets/kit/shell.js";
import { start } from "../../assets/kit/page.js";
import { press, show } from "./dom.js";

start();
const pressed = [];

async function page(more = "") {
  await show(
    `<main><button id=call aria-keyshortcuts="C"></button><input id=typed><p id=text tabindex=0></p>${more}</main>`,
  );
  pressed.length = 0;
  document.getElementById("call").addEventListener("click", () => pressed.push("call"));
}

test("a letter presses what names it, whatever has the focus", async () => {
  await page();
  press(document.getElementById("text"), "c");
  press(document.body, "C");
  assert.deepEqual(pressed, ["call", "call"]);
});

test("a letter that nothing names does nothing", async () => {
  await page();
  press(document.body, "d");
  press(document.body, "Escape");
  assert.deepEqual(pressed, []);
});

test("what is typed stays what is typed, and so do the keys of the browser", async () => {
  await page();
  press(document.getElementById("typed"), "c");
  press(document.body, "c", { ctrlKey: true });
  press(document.body, "c", { metaKey: true });
  press(document.body, "c", { altKey: true });
  assert.deepEqual(pressed, []);
});

test("an open dialog has its keys for itself, and what is disabled stays so", async () => {
  await page("<dialog open></dialog>");
  press(document.body, "c");
  await page();
  document.getElementById("call").disabled = true;
  press(document.body, "c");
  assert.deepEqual(pressed, []);
});

test("of what has the same key the one that is not folded away is chosen, and the focus goes on", async () => {
  await page(
    "<input type=radio id=folded aria-keyshortcuts=1><input type=radio id=open aria-keyshortcuts=1 data-then=typed>",
  );
  document.getElementById("folded").checkVisibility = () => false;
  press(document.body, "1");
  assert.equal(document.getElementById("folded").checked, false);
  assert.equal(document.getElementById("open").checked, true);
  assert.equal(document.activeElement.id, "typed");
});

test("a box that is ticked is not typed in", async () => {
  await page("<input type=checkbox id=box>");
  press(document.getElementById("box"), "c");
  assert.deepEqual(pressed, ["call"]);
});

test("figures are those of the keys, also where they are written with Shift", async () => {
  await page("<input type=radio id=three aria-keyshortcuts=3>");
  press(document.body, '"', { code: "Digit3" });
  assert.equal(document.getElementById("three").checked, true);
});

test("what a key unfolds is not folded by it again", async () => {
  await page("<details id=box><summary aria-keyshortcuts=J data-then=inside></summary><input id=inside></details>");
  const box = document.getElementById("box");
  let clicks = 0;
  box.firstChild.addEventListener("click", (event) => {
    event.preventDefault();
    clicks += 1;
    box.open = true;
  });
  press(document.body, "j");
  press(document.getElementById("text"), "j");
  assert.equal(clicks, 1);
  assert.equal(box.open, true);
  assert.equal(document.activeElement.id, "inside");
});

test("? opens the list of keys where nothing is typed and no other dialog is open", async () => {
  await page("<dialog id=keys></dialog>");
  const keys = document.getElementById("keys");
  press(document.getElementById("typed"), "?");
  assert.equal(keys.open, false);
  press(document.getElementById("text"), "?");
  assert.equal(keys.open, true);
  await page("<dialog id=keys></dialog><dialog open></dialog>");
  press(document.body, "?");
  assert.equal(document.getElementById("keys").open, false);
});
