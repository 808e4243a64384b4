import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { discard, isDirty } from "../../assets/kit/drafts.js";
import { linesChanged, nameOf } from "../../assets/kit/lines.js";
import { start } from "../../assets/kit/page.js";
import { click, press, show, type } from "./dom.js";

const line = (name, inside = "") => `<div data-line id="line-${name}">
  <div class=line-head><b class=line-label>Line ${name}</b><span class=line-name data-names="${name}.text"></span>
    <button type=button data-folds aria-expanded=true></button><button type=button data-removes></button>
    <button type=button data-moves="-1"></button><button type=button data-moves="1"></button></div>
  <input name="${name}.text"><select name="${name}.choice"></select>${inside}</div>`;
const PAGE = `<form data-guard="/articles/7">
  <div class=outline><button type=button data-fold-all="1" id=fold></button><button type=button data-fold-all id=unfold></button>
    <fieldset class=lines>${line("a", line("aa"))}${line("b")}<button type=button id="add-lines"></button></fieldset></div>
  <p data-aloud></p><a data-goto=deep></a></form>
  <dialog id=remove-line><b data-what></b><ul data-goes></ul></dialog>`;
const find = (selector) => document.querySelector(selector);
const text = (name) => find(`[name="${name}.text"]`);
const clicks = (element) => {
  const seen = [];
  element.addEventListener("click", () => seen.push(element));
  return seen;
};

start();
beforeEach(async () => {
  discard();
  await show(PAGE);
});

test("a line is named by the first words of its text, whatever that is written in", () => {
  assert.equal(nameOf("  Two\n words "), "Two words");
  assert.equal(nameOf("<p>First</p><p>se<b>con</b>d<br>third</p>"), "First second third");
  assert.equal(nameOf("a < b"), "a < b");
  assert.equal(nameOf("<p></p>"), "");
  assert.equal(nameOf("x".repeat(300)).length, 120);
});

test("a chip stands in its words, in a text that its editor has not written yet too", () => {
  const text = (inside, said) => `<p>Hello <span data-chip="first" data-fallback="${said}">${inside}</span>,</p>`;
  assert.equal(nameOf(text("", "all of you")), "Hello all of you,");
  const offered = "<select data-opens=chip><option value=first>First name</option></select>";
  find("form").insertAdjacentHTML("beforeend", offered);
  assert.equal(nameOf(text("", "all of you")), "Hello First name,");
  assert.equal(nameOf(text("Given name", "")), "Hello Given name,");
});

test("its name follows what is typed", () => {
  type(text("b"), "Hello");
  assert.equal(find("#line-b .line-name").textContent, "Hello");
});

test("what looks like a tag is read as it was typed, but in the text of an editor", () => {
  type(text("b"), "Grand titre <i>x</i>");
  assert.equal(find("#line-b .line-name").textContent, "Grand titre <i>x</i>");
  const written = `<textarea class="rich-text-source" name="b.words"></textarea>`;
  find("#line-b").insertAdjacentHTML("beforeend", written);
  find("#line-b .line-name").dataset.names = "b.words";
  type(find("[name='b.words']"), "<p>Grand <i>titre</i></p>");
  assert.equal(find("#line-b .line-name").textContent, "Grand titre");
});

// proves CAMPAIGN-44
test("a double click adds one line of a kind", () => {
  find(".outline").insertAdjacentHTML("beforeend", "<button type=button data-adds></button>");
  const seen = clicks(find("[data-adds]"));
  for (const detail of [1, 2, 1, 0])
    find("[data-adds]").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  assert.equal(seen.length, 3); // two presses, and one of a key
});

test("lines are folded one by one and all at once, the inner ones with theirs", () => {
  find("#line-b [data-folds]").click();
  assert.ok(find("#line-b").hasAttribute("data-folded"));
  assert.equal(find("#line-b [data-folds]").getAttribute("aria-expanded"), "false");
  find("#fold").click();
  assert.deepEqual(
    [..."ab"].map((name) => find(`#line-${name}`).hasAttribute("data-folded")),
    [true, true],
  );
  assert.equal(find("#line-aa").hasAttribute("data-folded"), false);
  find("#unfold").click();
  assert.equal(document.querySelectorAll("[data-folded]").length, 0);
});

test("what is folded is opened around what the summary leads to", () => {
  text("aa").id = "deep";
  for (const each of ["a", "aa"]) find(`#line-${each} [data-folds]`).click();
  find("[data-goto]").click();
  assert.equal(document.querySelectorAll("[data-folded]").length, 0);
});

test("an empty line goes at once, a filled one after a question that says what goes with it", () => {
  const gone = clicks(find("#line-b [data-removes]"));
  click(find("#line-b [data-removes]"));
  assert.equal(gone.length, 1);
  type(text("b"), "Hello");
  click(find("#line-b [data-removes]"));
  assert.deepEqual([gone.length, find("dialog").open], [1, true]);
  assert.equal(find("[data-what]").textContent, "Line b · Hello");
  find("dialog").close("");
  assert.equal(gone.length, 1);
  click(find("#line-b [data-removes]"));
  find("dialog").close("remove");
  assert.equal(gone.length, 2);
  click(find("#line-b [data-removes]"));
  assert.deepEqual([gone.length, find("dialog").open], [2, true]);
});

test("what stands in an inner line is asked about too", () => {
  type(text("aa"), "Inner");
  click(find("#line-a [data-removes]"));
  assert.equal(find("dialog").open, true);
  assert.deepEqual(
    [...find("[data-goes]").children].map((each) => each.textContent),
    ["Line aa · Inner"],
  );
});

test("what is drawn of a line elsewhere asks as the line does", () => {
  find("form").insertAdjacentHTML(
    "afterend",
    "<div data-line=line-b><div class=line-head><button type=button data-removes></button></div></div>",
  );
  const drawn = find("[data-line=line-b] [data-removes]");
  const gone = clicks(drawn);
  type(text("b"), "Hello");
  click(drawn);
  assert.deepEqual([gone.length, find("dialog").open], [0, true]);
  assert.equal(find("[data-what]").textContent, "Line b · Hello");
  find("dialog").close("remove");
  assert.equal(gone.length, 1);
});

test("Alt and an arrow move the line one is in, but not from a list of choices", () => {
  const [up, down] = [clicks(find("#line-aa [data-moves='-1']")), clicks(find("#line-aa [data-moves='1']"))];
  assert.equal(press(text("aa"), "ArrowUp", { altKey: true }), false);
  press(text("aa"), "ArrowDown", { altKey: true });
  press(text("aa"), "ArrowDown");
  press(text("aa"), "ArrowDown", { altKey: true, ctrlKey: true });
  press(find("[name='aa.choice']"), "ArrowDown", { altKey: true });
  assert.deepEqual([up.length, down.length], [1, 1]);
});

test("a change of the lines is unsaved work, is said aloud, and keeps the focus where one works", () => {
  linesChanged("b", "added");
  assert.deepEqual([isDirty(), find("[data-aloud]").textContent], [true, "added"]);
  const mover = find("#line-b [data-moves='-1']");
  mover.focus();
  mover.click();
  document.activeElement.blur();
  linesChanged("b", "moved");
  assert.equal(document.activeElement, mover);
});
