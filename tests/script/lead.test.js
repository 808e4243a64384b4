import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { focusFirst, focusOn } from "../../assets/kit/cells.js";
import "../../assets/kit/shell.js";
import { start } from "../../assets/kit/page.js";
import { after, change, drawn, press, show, submit, type } from "./dom.js";

globalThis.matchMedia ??= () => ({ matches: false });
start();
const by = (id) => document.getElementById(id);
const focused = () => document.activeElement.id || document.activeElement.localName;
const point = (element) => {
  element.dispatchEvent(new window.Event("pointerdown", { bubbles: true }));
  element.focus();
};

beforeEach(() =>
  show(`<main data-screen="/requests">
    <button id=retain>Retenir</button>
    <ul id=drivers><li><a id=call href="tel:1">1</a></li></ul>
    <form id=diary data-guard=diary>
      <details id=box><summary id=add aria-keyshortcuts=J data-then=actions>Noter</summary></details>
      <fieldset id=actions tabindex=-1><input type=radio name=action id=action aria-keyshortcuts=1 data-then=comment></fieldset>
      <textarea id=comment></textarea><select id=about><option>a<option>b</select>
      <button id=note data-save>Noter</button></form>
    <form id=search><input id=name><select id=period><option>a<option>b</select></form></main>`),
);

// proves PAGE-15
test("what was pressed, or nothing, gives the focus away", () => {
  point(by("retain"));
  focusOn("call");
  assert.equal(focused(), "call");
  point(by("retain"));
  by("retain").remove();
  focusFirst("#comment");
  assert.equal(focused(), "comment");
  focusOn("call");
  assert.equal(focused(), "call", "nobody went there by themselves");
});

// proves PAGE-15
test("who meanwhile went to an input by keys keeps it, and what it holds", async () => {
  point(by("retain"));
  press(document.activeElement, "j");
  assert.equal(focused(), "actions");
  focusOn("call");
  assert.equal(focused(), "actions");
  press(document.activeElement, "1");
  assert.equal(focused(), "comment");
  await after(1);
  focusOn("call");
  assert.equal(focused(), "comment");
  type(by("comment"), "Elle rappelle");
  press(by("comment"), "ArrowLeft");
  focusOn("call");
  assert.equal(focused(), "comment");
});

// proves PAGE-15
test("who meanwhile pressed into an input, chose in a form or went on by Tab stays there", () => {
  for (const id of ["comment", "name", "about"]) {
    point(by("retain"));
    point(by(id));
    if (id === "about") change(by(id));
    focusOn("call");
    assert.equal(focused(), id);
  }
  point(by("retain"));
  press(by("retain"), "Tab");
  by("note").focus();
  focusOn("call");
  assert.equal(focused(), "note");
});

// proves PAGE-15
test("what is sent from an input is pressed there", () => {
  type(by("name"), "Odette");
  press(by("name"), "Enter");
  focusFirst("#drivers a");
  assert.equal(focused(), "call");
  type(by("name"), "Odette");
  submit(by("search"));
  focusOn("call");
  assert.equal(focused(), "call");
  point(by("period"));
  change(by("period"));
  focusOn("name");
  assert.equal(focused(), "name");
  type(by("comment"), "Vu");
  press(by("comment"), "Enter", { ctrlKey: true });
  focusOn("add");
  assert.equal(focused(), "add");
});

// proves PAGE-15
test("who typed on after they sent is left there, until it is drawn anew", async () => {
  type(by("comment"), "Vu");
  press(by("comment"), "Enter", { ctrlKey: true });
  type(by("name"), "Odette");
  focusOn("add");
  assert.equal(focused(), "name");
  by("name").remove();
  await drawn();
  focusOn("add");
  assert.notEqual(focused(), "name");
});

// proves PAGE-15
test("what comes late asks when it is there", async () => {
  point(by("retain"));
  focusOn("late");
  type(by("comment"), "Vu");
  by("drivers").insertAdjacentHTML("beforeend", "<li><a id=late href=tel:2>2</a></li>");
  await drawn();
  assert.equal(focused(), "comment");
});
