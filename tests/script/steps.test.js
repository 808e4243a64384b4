import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { discard } from "../../assets/kit/drafts.js";
import { content, followed } from "../../assets/kit/following.js";
import { start } from "../../assets/kit/page.js";
import { arranged, lineDragged, step } from "../../assets/kit/steps.js";
import { isDirty } from "../../assets/kit/unsaved.js";
import { after, click, drawn, press, show, type } from "./dom.js";

const line = (key, text) => `<li data-line id="line-body:${key}"><div class=line-head></div>
  <input name="body:${key}:kind" value=title hidden><input name="body:${key}:text" value="${text}">
  <button type=button data-copies="body:${key}"></button></li>`;
const page = (...lines) => `<form data-guard="/mails/1"><input name=subject value=Hello>
  <button type=button data-undoes></button><button type=button data-redoes></button>
  <button type=button data-arranges data-undone="Undone." data-redone="Again." hidden></button>
  <button type=button data-followed hidden></button>
  <ol data-steps=body>${lines.join("")}</ol><p data-aloud></p></form>`;
const find = (selector) => document.querySelector(selector);
const text = (key) => find(`[name="body:${key}:text"]`);
const order = () => [...document.querySelectorAll("[data-line]")].map((each) => each.id.at(-1)).join("");
const undo = () => find("[data-undoes]");
const redo = () => find("[data-redoes]");
const isShut = (button) => button.getAttribute("aria-disabled") === "true";
const told = () => JSON.parse(JSON.stringify(step()));

/* What the state and React do with what they are told: the lines stand in that order, those that are new have texts. */
async function answer(did) {
  const { data, name } = step();
  const keys = [
    ...new Set(
      Object.keys(data)
        .filter((each) => each.startsWith("body:"))
        .map((each) => each.split(":")[1]),
    ),
  ];
  const list = find("[data-steps]");
  const kept = keys.map((key) => find(`[id="line-body:${key}"]`));
  const made = document.createElement("ol");
  for (const [place, key] of keys.entries()) {
    if (!kept[place]) made.innerHTML = line(key, data[`body:${key}:text`]);
    list.append(kept[place] ?? made.firstElementChild);
  }
  for (const each of [...list.children]) if (!keys.includes(each.id.at(-1))) each.remove();
  arranged(did, name, "Said.");
  await drawn();
}

start();
beforeEach(async () => {
  discard();
  await show(page(line(1, "one"), line(2, "two"), line(3, "three")));
});

test("nothing was done, so nothing can be undone", () => {
  assert.ok(isShut(undo()));
  assert.ok(isShut(redo()));
});

test("what is typed is undone and done again without asking anybody", () => {
  type(text(2), "deux");
  assert.ok(!isShut(undo()));
  click(undo());
  assert.equal(text(2).value, "two");
  assert.ok(isShut(undo()));
  click(redo());
  assert.equal(text(2).value, "deux");
  assert.equal(find("[data-aloud]").textContent, "Again.");
  assert.ok(isDirty());
});

test("what is typed in one field is one step, in two fields two", () => {
  for (const each of ["d", "de", "deu"]) type(text(2), each);
  type(text(3), "trois");
  click(undo());
  assert.equal(text(3).value, "three");
  assert.equal(text(2).value, "deu");
  click(undo());
  assert.equal(text(2).value, "two");
});

test("a new change ends what could be done again", () => {
  type(text(2), "deux");
  click(undo());
  type(text(3), "trois");
  assert.ok(isShut(redo()));
});

test("other fields of the form are no steps", () => {
  type(find("[name=subject]"), "Bonjour");
  assert.ok(isShut(undo()));
});

test("a line that was dropped elsewhere is told with all the form, and goes back", async () => {
  find("[data-steps]").prepend(find("[id='line-body:3']"));
  lineDragged("body:3");
  const { data, did, name } = told();
  assert.deepEqual([did, name, data.subject], ["dragged", "body:3", "Hello"]);
  assert.deepEqual(
    Object.keys(data).filter((each) => each.endsWith("text")),
    ["body:3:text", "body:1:text", "body:2:text"],
  );
  await answer("dragged");
  assert.equal(find("[data-aloud]").textContent, "Said.");
  assert.ok(isDirty());
  click(undo());
  assert.equal(told().did, "undone");
  await answer("undone");
  assert.equal(order(), "123");
  assert.equal(find("[data-aloud]").textContent, "Undone. Said.");
  click(redo());
  await answer("redone");
  assert.equal(order(), "312");
});

test("a copy stands below its line, with a key that nobody has", async () => {
  type(text(1), "uno");
  click(find("[data-copies='body:1']"));
  const { data, did, name } = told();
  assert.deepEqual([did, name], ["copied", "body:4"]);
  const lines = Object.entries(data).filter(([each]) => each.endsWith("text"));
  assert.deepEqual(lines.slice(0, 2), [
    ["body:1:text", "uno"],
    ["body:4:text", "uno"],
  ]);
  await answer("copied");
  assert.equal(order(), "1423");
  click(undo());
  await answer("undone");
  assert.equal(order(), "123");
});

test("a line that was removed comes back with what was typed in it", async () => {
  type(text(2), "deux");
  find("[id='line-body:2']").remove();
  await drawn();
  click(undo());
  await answer("undone");
  assert.equal(order(), "123");
  assert.equal(text(2).value, "deux");
});

test("the keys are the browser's in a text and ours elsewhere", () => {
  type(text(2), "deux");
  assert.ok(press(text(2), "z", { ctrlKey: true }), "the browser undoes in a text");
  assert.equal(text(2).value, "deux");
  assert.ok(!press(undo(), "z", { ctrlKey: true }));
  assert.equal(text(2).value, "two");
  assert.ok(!press(undo(), "z", { ctrlKey: true, shiftKey: true }));
  assert.equal(text(2).value, "deux");
});

test("a form without such lines has no steps", async () => {
  await show("<form data-guard=x><input name=a></form>");
  assert.ok(press(find("input"), "y", { ctrlKey: true }));
});

test("the state follows a form a moment after a change, and not again before it has answered", async () => {
  let asked = 0;
  find("[data-followed]").addEventListener("click", () => {
    asked += 1;
  });
  followed();
  await after(250);
  followed();
  const before = asked;
  type(text(1), "a");
  type(text(1), "ab");
  assert.equal(asked, before, "no key reaches anybody");
  await after(250);
  assert.equal(asked, before + 1);
  assert.equal(content()["body:1:text"], "ab");
  type(text(1), "abc");
  await after(250);
  assert.equal(asked, before + 1, "the answer is awaited");
  followed();
  await after(250);
  assert.equal(asked, before + 2);
  followed();
  await after(250);
  assert.equal(asked, before + 2, "nothing has changed since");
});

test("what the page holds until the state has answered is no step", async () => {
  type(text(2), "deux");
  find("[data-steps]").prepend(find("[id='line-body:3']"));
  lineDragged("body:3");
  await answer("dragged");
  click(undo());
  type(find("[name=subject]"), "Bonjour");
  await answer("undone");
  assert.equal(order(), "123");
  click(undo());
  assert.equal(text(2).value, "two");
  assert.ok(isShut(undo()));
});

test("a step that is undone before the state has answered waits its turn", async () => {
  type(text(2), "deux");
  find("[data-steps]").prepend(find("[id='line-body:3']"));
  lineDragged("body:3");
  await answer("dragged");
  find("[data-steps]").append(find("[id='line-body:1']"));
  lineDragged("body:1");
  await answer("dragged");
  click(undo());
  const first = told();
  click(undo());
  assert.deepEqual(told(), first);
  await answer("undone");
  assert.equal(order(), "312");
  await answer("undone");
  assert.equal(order(), "123");
  assert.equal(text(2).value, "deux");
});

test("a line that is dragged over others is one step", async () => {
  const dragged = find("[id='line-body:3']");
  dragged.classList.add("line-ghost");
  for (const key of [2, 1]) {
    find(`[id='line-body:${key}']`).before(dragged);
    await drawn();
  }
  dragged.classList.remove("line-ghost");
  lineDragged("body:3");
  await answer("dragged");
  assert.equal(order(), "312");
  click(undo());
  await answer("undone");
  assert.equal(order(), "123");
  assert.ok(isShut(undo()));
});
