import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { leadTo } from "../../assets/kit/address.js";
import { choicesIn } from "../../assets/kit/choices.js";
import { discard } from "../../assets/kit/drafts.js";
import "../../assets/kit/forms.js";
import { asked, blocks } from "../../assets/kit/leaving.js";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/tabs.js";
import { isUnsaved } from "../../assets/kit/unsaved.js";
import { after, change, click, show, type } from "./dom.js";

const row = (id) => `<form data-change id=${id}><select data-was=0 data-name="Member ${id}">
    <option value=0 data-says="Nobody is told.">0</option><option value=1 data-says="They are told.">1</option></select>
  <p data-note></p><p data-note popover=manual></p></form>`;
const PAGE = `<form data-guard="/communities/1"><input name=name></form>
  <section data-list=members data-inner=members><input data-param=name data-value=""><a href="#members?page=2"></a>
    <button data-turns></button>${row("a")}${row("b")}</section>
  <a id=elsewhere data-to-tab href="#members?status=0"></a>
  <dialog id=leave></dialog><dialog id=leave-choice><p data-whose></p></dialog>`;
const find = (selector) => document.querySelector(selector);
const to = { currentLocation: { pathname: "/communities/1" }, nextLocation: { pathname: "/communities" } };
const answer = (text) => find("#leave-choice").close(text);
const blocker = () => {
  const calls = [];
  return { calls, state: "blocked", proceed: () => calls.push("proceed"), reset: () => calls.push("reset") };
};

function choose(id, value) {
  find(`#${id} select`).value = value;
  change(find(`#${id} select`));
}

let turns = 0;
start();
beforeEach(async () => {
  discard();
  history.replaceState(null, "", "/communities/1");
  await show(PAGE);
  turns = 0;
  find("[data-turns]").onclick = () => turns++;
});

test("what a choice does is said, twice for eyes and ears, and not once it is taken back", () => {
  const said = () => [...document.querySelectorAll("#a [data-note]")].map((note) => note.textContent);
  choose("a", "1");
  assert.deepEqual([said(), find("#a").hasAttribute("data-changed")], [["They are told.", "They are told."], true]);
  choose("a", "0");
  assert.deepEqual([said(), find("#a").hasAttribute("data-changed")], [["", ""], false]);
});

test("a choice that was not confirmed holds back from leaving, and names whose it is", () => {
  assert.equal(isUnsaved(), false);
  choose("a", "1");
  choose("b", "1");
  assert.deepEqual([isUnsaved(), blocks(to)], [true, true]);
  const held = blocker();
  asked(held);
  assert.equal(find("[data-whose]").textContent, "Member a et Member b");
  answer("stay");
  assert.deepEqual([held.calls, choicesIn().length], [["reset"], 2]);
  asked(held);
  answer("discard");
  assert.deepEqual([held.calls, choicesIn().length, isUnsaved()], [["reset", "proceed"], 0, false]);
  assert.equal(find("#a select").value, "0");
});

test("with a form unsaved too, the question is about the form, and giving that up gives up both", () => {
  type(find("[name=name]"), "Fête");
  choose("a", "1");
  asked(blocker());
  assert.deepEqual([find("#leave").open, find("#leave-choice").open], [true, false]);
  find("#leave").close("discard");
  assert.equal(isUnsaved(), false);
});

for (const [how, act] of [
  ["its pages", () => click(find("[data-inner] a"))],
  ["its filters", () => type(find("[data-inner] input"), "Eve")],
  ["a link from elsewhere", () => leadTo("#members?status=0")],
]) {
  test(`the list does not turn over a choice by ${how} without a question`, async () => {
    choose("a", "1");
    act();
    await after(400);
    assert.deepEqual([turns, find("#leave-choice").open, location.hash], [0, true, ""]);
    answer("stay");
    assert.deepEqual([turns, find("[data-inner] input").value, find("#a select").value], [0, "", "1"]);
    assert.equal(document.activeElement, find("#a select"));
    act();
    await after(400);
    answer("discard");
    assert.deepEqual([turns, choicesIn().length], [1, 0]);
    act();
    await after(400);
    assert.equal(find("#leave-choice").open, false);
  });
}
