import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import { between, forget, isTyped, named, select, selected } from "../../assets/kit/selection.js";
import { change, click, show, type } from "./dom.js";

const row = (id) => `<tr><td><input type=checkbox data-select="${id}" data-name="Ada ${id}"></td></tr>`;
const list = (
  ids,
  key = "users",
) => `<section data-list=${key}><table><tr><td><input type=checkbox data-select-page></td></tr>
  ${ids.map(row).join("")}</table>
  <div data-bulk><b data-count></b><button data-clear-selection></button></div>
  <p data-told data-zero="aucune" data-one="une" data-other="# lignes"></p><p data-names data-one="1 autre" data-other="# autres"></p>
  <dialog><form><input data-typed><button data-gate></button><input data-ids><p data-many></p></form></dialog></section>`;
const find = (selector) => document.querySelector(selector);
const box = (id) => find(`[data-select="${id}"]`);
const ids = () => find("[data-ids]").value;

start();
beforeEach(async () => {
  selected("users", []);
  await show(list([1, 2, 3, 4]));
});

test("a row is selected and unselected, and the bar says how many", () => {
  click(box(2));
  assert.deepEqual([ids(), find("[data-count]").textContent], ["2", "1"]);
  assert.ok(box(2).closest("tr").hasAttribute("data-selected"));
  assert.ok(find("[data-bulk]").classList.contains("shown"));
  click(box(2));
  assert.deepEqual([ids(), find("[data-bulk]").classList.contains("shown")], ["", false]);
});

test("who has selected as many as may be is offered no more of them", () => {
  find("[data-bulk]").insertAdjacentHTML("beforeend", "<button data-most=2></button>");
  click(box(1));
  assert.equal(find("[data-most]").hidden, false);
  click(box(2));
  assert.equal(find("[data-most]").hidden, true);
  click(box(2));
  assert.equal(find("[data-most]").hidden, false);
});

test("with Shift, all rows since the last one follow it", () => {
  click(box(4));
  click(box(2), { shiftKey: true });
  assert.deepEqual(ids().split(",").toSorted(), ["2", "3", "4"]);
  assert.deepEqual(between(["a", "b", "c"], "gone", "b"), ["b"]);
});

test("the box of the page selects its rows, and is half full with some of them", () => {
  const page = find("[data-select-page]");
  assert.deepEqual([page.checked, page.indeterminate], [false, false]);
  click(box(1));
  assert.deepEqual([page.checked, page.indeterminate], [false, true]);
  page.checked = true;
  change(page);
  assert.deepEqual([ids(), page.checked, page.indeterminate], ["1,2,3,4", true, false]);
});

test("a selection is kept across the pages of its list, and for no other list", async () => {
  click(box(1));
  await show(list([5, 6]));
  click(box(5));
  assert.equal(ids(), "1,5");
  await show(list([5, 6], "events"));
  assert.equal(ids(), "");
});

test("what a list does at a change of the selection is done at each, and when nobody changed it never", async () => {
  let done = 0;
  const wait = async (ids) => {
    await show(list(ids).replace("<table>", "<button data-on-choice></button><table>"));
    find("[data-on-choice]").addEventListener("click", () => (done += 1));
  };
  await wait([1, 2]);
  click(box(1));
  click(box(1));
  change(Object.assign(find("[data-select-page]"), { checked: true }));
  click(find("[data-clear-selection]"));
  select("users", ["2"]);
  assert.equal(done, 5);
  selected("users", ["1"]);
  await wait([3, 4]);
  assert.equal(done, 5);
});

test("what is done to many starts once their number was typed", () => {
  assert.deepEqual(
    [isTyped("", 1), isTyped("", 2), isTyped("1 200", 1200), isTyped("12", 1200)],
    [true, false, true, false],
  );
  select("users", ["1", "2"]);
  assert.equal(find("[data-gate]").disabled, true);
  type(find("[data-typed]"), "2");
  assert.equal(find("[data-gate]").disabled, false);
  forget(find("dialog"));
  assert.deepEqual([find("[data-typed]").value, find("[data-gate]").disabled], ["", true]);
});

test("the state adds to a selection, or says what it is, even before its list is there", async () => {
  click(box(1));
  select("users", ["9"]);
  assert.equal(ids(), "1,9");
  selected("users", ["3"]);
  assert.deepEqual([ids(), box(1).checked, box(3).checked], ["3", false, true]);
  await show("");
  selected("users", ["4"]);
  await show(list([4]));
  assert.equal(ids(), "4");
});

test("how many are selected is announced, once there are some", async () => {
  const said = () => find("[data-told]").textContent;
  assert.equal(said(), "");
  click(box(1));
  assert.equal(said(), "une");
  click(box(2));
  assert.equal(said(), "2 lignes");
  click(find("[data-clear-selection]"));
  assert.equal(said(), "aucune");
});

// proves BULK-10
test("the first of those who are selected are named, also from other pages, and the others counted", async () => {
  const said = () => find("[data-names]").textContent;
  click(box(1));
  await show(list([5]));
  click(box(5));
  assert.equal(said(), "Ada 1 et Ada 5");
  const ids = [...Array(20)].map((_, index) => `${index + 10}`);
  select("users", ids, Object.fromEntries(ids.slice(0, 8).map((id) => [id, `Bob ${id}`])));
  assert.equal(said(), "Ada 1, Ada 5, Bob 10, Bob 11, Bob 12, Bob 13, Bob 14 et 15 autres");
  assert.deepEqual(named(["a", "b"], 2, 1), [[], 2]);
  assert.deepEqual(named(["a", "b", "c"], 3, 3), [["a", "b", "c"], 0]);
});

test("the focus that a run has lost goes on where the selection was", async () => {
  await show(
    `${list([1, 2])}`
      .replace("<div data-bulk>", "<div data-bulk class=bulk-bar tabindex=-1>")
      .replace("<table>", "<div class=table-scroll tabindex=0></div><table>"),
  );
  document.activeElement.blur();
  selected("users", ["1"]);
  assert.equal(document.activeElement, find("[data-bulk]"));
  box(2).focus();
  selected("users", []);
  assert.equal(document.activeElement, box(2), "it is nobody's to take");
  document.activeElement.blur();
  selected("users", []);
  assert.equal(document.activeElement, find(".table-scroll"));
});

// proves BULK-9
test("a bar that hides leaves no focus behind", async () => {
  await show(
    `${list([1, 2])}`
      .replace("<div data-bulk>", "<div data-bulk class=bulk-bar tabindex=-1>")
      .replace("<table>", "<div class=table-scroll tabindex=0></div><table>"),
  );
  for (const held of [find("[data-bulk]"), find("[data-clear-selection]")]) {
    click(box(1));
    held.focus();
    click(find("[data-clear-selection]"));
    assert.equal(document.activeElement, find(".table-scroll"));
  }
  click(box(1));
  find("[data-bulk]").focus();
  selected("users", []);
  assert.equal(document.activeElement, find(".table-scroll"), "nor does that of a run that is over");
});

test("whoever ticks rows means these, until another answer is chosen", async () => {
  const [whole, those] = ["everybody", "selected"].map((value) => `<input type=radio name=scope value=${value}`);
  await show(list([1, 2]).replace("<form>", `<form>${whole} checked>${those} data-needs-selection>`));
  const chosen = () => find("[name=scope]:checked").value;
  assert.deepEqual([chosen(), find("[data-needs-selection]").disabled], ["everybody", true]);
  click(box(1));
  assert.equal(chosen(), "selected");
  find("[value=everybody]").checked = true;
  click(box(2));
  assert.equal(chosen(), "everybody");
  click(box(1));
  click(box(2));
  assert.deepEqual([chosen(), find("[data-needs-selection]").disabled], ["everybody", true]);
});
