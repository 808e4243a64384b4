import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nextOption, proposed } from "../../assets/kit/combobox.js";
import { discard, isDirty } from "../../assets/kit/drafts.js";
import { given, on, start } from "../../assets/kit/page.js";
import { after, click, drawn, press, show, type } from "./dom.js";

const option = (value, label) => `<li role=option data-value='${value}' data-label="${label}">${label}</li>`;
const OPTIONS = option(1, "Lyon") + option(2, "Lille");
const PAGE = `<form data-guard="/events/7"><div class=combobox><input hidden name=address data-chosen value=7>
  <input role=combobox name=address-label data-text=Nantes><button type=button data-clear></button>
  <ul role=listbox hidden></ul><p class=no-choice hidden></p></div>
  <input name=address.latitude><input name=address.longitude><button id=elsewhere></button></form>`;
const find = (selector) => document.querySelector(selector);
const text = () => find("[role=combobox]");
const state = () => [!find("ul").hidden, !find(".no-choice").hidden, text().getAttribute("aria-expanded")];
const answer = (options) => {
  find("ul").innerHTML = options;
  proposed("address", text().value);
};

let others = 0;
on("keydown", null, () => {
  others += 1;
});
start();
beforeEach(async () => {
  others = 0;
  discard();
  await show(PAGE);
});

test("a choice has what was wrong with it looked at again", async () => {
  find("form").insertAdjacentHTML("beforeend", "<p id=f-address-error>?</p><button data-check type=button></button>");
  const looked = [];
  find("[data-check]").onclick = () => looked.push(given().name);
  type(text(), "Ly");
  answer(OPTIONS);
  click(find("[role=option]"));
  await after(50);
  assert.deepEqual([looked, isDirty()], [["address"], true]);
});

test("what is typed but not chosen is no value", () => {
  type(text(), "Ly");
  assert.equal(find("[data-chosen]").value, "?");
  type(text(), " ");
  assert.equal(find("[data-chosen]").value, "");
});

test("of two boxes of one name, the answer opens the one that is typed in", async () => {
  await show(
    `<div class=combobox><input hidden name=address data-chosen><input role=combobox id=filter>
    <ul role=listbox hidden>${OPTIONS}</ul><p class=no-choice hidden></p></div>${PAGE}`,
  );
  const [filter, input] = document.querySelectorAll("ul");
  input.innerHTML = OPTIONS;
  type(document.querySelectorAll("[role=combobox]")[1], "Ly");
  proposed("address", "Ly");
  assert.deepEqual([filter.hidden, input.hidden], [true, false]);
});

test("the answer opens the list; an empty one says so, as often as it comes", () => {
  type(text(), "Ly");
  answer(OPTIONS);
  assert.deepEqual(state(), [true, false, "true"]);
  for (let times = 0; times < 2; times++) {
    answer("");
    assert.deepEqual(state(), [false, true, "false"]);
  }
});

test("an answer that comes too late opens nothing", () => {
  type(text(), "Ly");
  find("#elsewhere").focus();
  answer(OPTIONS);
  assert.deepEqual(state(), [false, false, "false"]);
  type(text(), "Ly");
  answer(OPTIONS);
  assert.equal(find("ul").hidden, false);
  type(text(), "L");
  assert.equal(find("ul").hidden, true);
  answer(OPTIONS);
  assert.equal(find("ul").hidden, true);
});

test("the arrows go round, whichever comes first", () => {
  assert.deepEqual(
    [nextOption(-1, 1, 3), nextOption(2, 1, 3), nextOption(-1, -1, 3), nextOption(0, -1, 3)],
    [0, 0, 2, 2],
  );
});

test("the keyboard chooses", () => {
  type(text(), "L");
  find("ul").innerHTML = OPTIONS;
  press(text(), "ArrowDown");
  press(text(), "ArrowDown");
  const marked = find("[aria-selected=true]");
  assert.deepEqual([marked.textContent, text().getAttribute("aria-activedescendant")], ["Lille", marked.id]);
  assert.equal(press(text(), "Enter"), false);
  assert.deepEqual([text().value, find("[data-chosen]").value, find("ul").hidden], ["Lille", "2", true]);
  assert.equal(text().hasAttribute("aria-activedescendant"), false);
  assert.equal(isDirty(), true);
});

test("Escape closes the list before anything else", () => {
  type(text(), "Ly");
  answer(OPTIONS);
  assert.deepEqual([press(text(), "Escape"), find("ul").hidden, others], [false, true, 0]);
  assert.deepEqual([press(text(), "Escape"), others], [true, 1]);
});

test("the mouse chooses without taking the focus away", () => {
  type(text(), "Ly");
  answer(OPTIONS);
  const pressed = new window.MouseEvent("mousedown", { bubbles: true, cancelable: true });
  assert.equal(find("li").dispatchEvent(pressed), false);
  click(find("li"));
  assert.deepEqual([find("[data-chosen]").value, find("ul").hidden], ["1", true]);
});

test("leaving closes the list, clearing empties it", () => {
  type(text(), "Ly");
  answer(OPTIONS);
  find("[data-clear]").focus();
  assert.equal(find("ul").hidden, false);
  find("#elsewhere").focus();
  assert.equal(find("ul").hidden, true);
  click(find("[data-clear]"));
  assert.deepEqual([text().value, find("[data-chosen]").value, document.activeElement === text()], ["", "", true]);
});

// proves LIST-24
test("a filter keeps no text that nobody chose", async () => {
  const filter = `<div class=combobox><input hidden data-chosen data-param=community data-value=7 value=7>
    <input role=combobox data-text=Nantes value=Nantes><ul role=listbox hidden></ul><p class=no-choice hidden></p></div>
    <button id=elsewhere></button>`;
  await show(filter);
  type(text(), "Ly");
  find("#elsewhere").focus();
  assert.deepEqual([text().value, find("[data-chosen]").value], ["Nantes", "7"]);
  type(text(), "Ly");
  find("ul").innerHTML = OPTIONS;
  click(find("li"));
  find("#elsewhere").focus();
  assert.deepEqual([text().value, find("[data-chosen]").value], ["Lyon", "1"]);
});

test("the parts of a chosen value start with what it says", () => {
  type(text(), "Ly");
  answer(option('{"latitude": "45.76", "longitude": "4.83"}', "Lyon"));
  const heard = [];
  document.addEventListener("input", (event) => heard.push(event.target.name), { once: true });
  click(find("li"));
  assert.deepEqual(
    ["latitude", "longitude"].map((part) => find(`[name="address.${part}"]`).value),
    ["45.76", "4.83"],
  );
  assert.deepEqual(heard, ["address.latitude"]);
  click(find("[data-clear]"));
  assert.equal(find("[name='address.latitude']").value, "");
});

test("the text follows the state, except while somebody types", async () => {
  await drawn();
  assert.equal(text().value, "Nantes");
});

test("Enter takes the first proposal where the arrows were at none", () => {
  type(text(), "Ly");
  answer(OPTIONS);
  press(text(), "Enter");
  assert.deepEqual([find("[data-chosen]").value, text().value, state()[0]], ["1", "Lyon", false]);
});

test("Enter sends nothing that was typed and not chosen: it shows what there is to choose from", () => {
  type(text(), "Ly");
  assert.deepEqual([press(text(), "Enter"), ...state()], [false, false, false, "false"]);
  answer(OPTIONS);
  press(text(), "Escape");
  assert.deepEqual([press(text(), "Enter"), state()[0], find("[data-chosen]").value], [false, true, "?"]);
  press(text(), "Enter");
  assert.equal(press(text(), "Enter"), true); // what is chosen may be sent
});

test("Enter takes nothing of what answers an earlier text", () => {
  type(text(), "Ly");
  answer(OPTIONS);
  type(text(), "Lyon 3e");
  proposed("address", "Ly");
  assert.deepEqual([press(text(), "Enter"), find("[data-chosen]").value, text().value], [false, "?", "Lyon 3e"]);
  press(text(), "ArrowDown");
  press(text(), "ArrowDown");
  press(text(), "Enter"); // what is pointed at is meant
  assert.equal(text().value, "Lille");
  type(text(), "Lyon 3e");
  answer(option(3, "Lyon 3e"));
  press(text(), "Enter");
  assert.equal(find("[data-chosen]").value, "3");
});
