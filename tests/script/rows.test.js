import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/rows.js";
import { click, show } from "./dom.js";

const opened = [];
const tabs = [];
window.open = (address) => tabs.push(address);
const find = (selector) => document.querySelector(selector);

start();
beforeEach(async () => {
  await show(`<section data-list=users><table><tr data-testid=row>
    <td data-select-cell><input type=checkbox></td>
    <td><a class=also-link href="/users/show/1">Ada</a></td>
    <th><a class=main-link href="/users/show/1">Byron</a></th>
    <td id=plain><span>Metz</span></td><td><button id=control></button></td>
  </tr></table></section>`);
  opened.length = 0;
  tabs.length = 0;
  find(".main-link").addEventListener("click", (event) => {
    event.preventDefault();
    opened.push(event.target.textContent);
  });
});

test("a click anywhere on a row follows the link of its main cell", () => {
  click(find("#plain span"));
  assert.deepEqual(opened, ["Byron"]);
});

test("what has a purpose of its own keeps it", () => {
  click(find("#control"));
  click(find("[type=checkbox]"));
  assert.deepEqual(opened, []);
});

test("a text that is marked is not left", () => {
  getSelection().selectAllChildren(find("#plain"));
  click(find("#plain"));
  assert.deepEqual(opened, []);
  getSelection().removeAllRanges();
});

test("Ctrl, Cmd and the middle button open a tab", () => {
  click(find("#plain"), { ctrlKey: true });
  click(find("#plain"), { metaKey: true });
  find("#plain").dispatchEvent(new MouseEvent("auxclick", { bubbles: true, button: 1 }));
  assert.deepEqual(tabs, Array(3).fill("http://localhost/users/show/1"));
  assert.deepEqual(opened, []);
});

test("the rest of the name leads where the link does", () => {
  click(find(".also-link"));
  assert.deepEqual(opened, ["Byron"]);
});

test("the whole first cell ticks its box, once", () => {
  const box = find("[type=checkbox]");
  click(find("[data-select-cell]"));
  assert.equal(box.checked, true);
  click(box);
  assert.equal(box.checked, false);
  assert.deepEqual(opened, []);
});
