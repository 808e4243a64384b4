import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/rows.js";
import { selected } from "../../assets/kit/selection.js";
import "../../assets/kit/shell.js";
import { after, click, drawn, press, show } from "./dom.js";

const opened = [];
const tabs = [];
globalThis.matchMedia ??= () => ({ matches: false });
window.open = (address) => tabs.push(address);
const find = (selector) => document.querySelector(selector);

start();
beforeEach(async () => {
  selected("users", []);
  await show(`<section data-list=users><table><tr data-testid=row>
    <td data-select-cell><input type=checkbox data-select=1></td>
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

// proves LIST-20
test("a click anywhere on a row follows the link of its main cell", () => {
  click(find("#plain span"));
  assert.deepEqual(opened, ["Byron"]);
});

// proves LIST-31
test("where rows are there to be chosen from, a click anywhere on one ticks it", async () => {
  const alone = document.body.innerHTML.replace(/<a .*<\/a>/, "<span class=main-link>Byron</span>");
  await show(alone.replace("data-list", "data-chooses data-list"));
  const box = find("[data-select-cell] input");
  for (const place of [".main-link", "#plain span"]) {
    const before = box.checked;
    click(find(place));
    assert.equal(box.checked, !before, place);
  }
  const before = box.checked;
  click(find("#control"));
  find("#plain").dispatchEvent(new MouseEvent("auxclick", { bubbles: true, button: 1 }));
  assert.equal(box.checked, before, "nor does the middle button, which opens nothing here");
});

// proves LIST-20
test("a click on a row that may not be opened does nothing, and does not tick it", async () => {
  await show(document.body.innerHTML.replace(/<a .*<\/a>/, "<span class=main-link>Byron</span>"));
  for (const place of [".main-link", "#plain span"]) click(find(place));
  assert.equal(find("[data-select-cell] input").checked, false);
});

// proves LIST-20
test("the second click of a double one that closed a dialog opens nothing below it", async () => {
  await show(`${document.body.innerHTML}<dialog open><button id=closes></button></dialog>`);
  find(".main-link").addEventListener("click", (event) => {
    event.preventDefault();
    opened.push(event.target.textContent);
  });
  find("#closes").addEventListener("click", () => find("dialog").close());
  click(find("#closes"), { detail: 1 });
  click(find("#plain span"), { detail: 2 });
  click(find("#control"), { detail: 3 });
  assert.deepEqual(opened, []);
  click(find("#plain span"), { detail: 1 });
  click(find("#plain span"), { detail: 2 });
  assert.deepEqual(opened, ["Byron", "Byron"]);
});

// proves LIST-20
test("what has a purpose of its own keeps it", () => {
  click(find("#control"));
  click(find("[type=checkbox]"));
  assert.deepEqual(opened, []);
});

// proves LIST-20
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

test("the whole first cell ticks its box, once", () => {
  const box = find("[type=checkbox]");
  click(find("[data-select-cell]"));
  assert.equal(box.checked, true);
  click(box);
  assert.equal(box.checked, false);
  assert.deepEqual(opened, []);
});

const LIST = `<section data-list=users><div class=table-scroll tabindex=0><table class=stacks aria-busy=false>
  ${["1", "2"].map(
    (id) => `<tr data-testid=row data-id=${id}><td><input type=checkbox data-select=${id}></td>
    <th><a class=main-link data-testid=action:open href="#${id}"></a></th></tr>`,
  )}
  </table></div></section>`;
const row = (number) => document.querySelectorAll(".stacks tr")[number];
/* As React writes another record into the elements of a row. */
function becomes(each, id) {
  each.dataset.id = id;
  each.querySelector("[data-select]").dataset.select = id;
}

// proves LIST-31
test("a tap on a row of a phone that shows boxes ticks it, also on its name; elsewhere it opens the record", async () => {
  const usual = globalThis.matchMedia;
  await show(LIST.replace("<div", "<input type=checkbox data-choose><div").replace("</th>", "</th><td>Metz</td>"));
  const tap = (element) => !click(element);
  const box = row(0).querySelector("[data-select]");
  globalThis.matchMedia = () => ({ matches: true });
  const seen = [tap(row(0).querySelector("a")), box.checked];
  find("[data-choose]").checked = true;
  seen.push(tap(row(0).querySelector("a")), box.checked);
  find("[data-choose]").checked = false;
  await drawn();
  seen.push(tap(row(0).children[2]), box.checked);
  assert.deepEqual(seen, [false, false, true, true, true, false]);
  find("[data-choose]").checked = true;
  globalThis.matchMedia = () => ({ matches: false });
  assert.deepEqual([tap(row(0).querySelector("a")), box.checked], [false, false]);
  globalThis.matchMedia = usual;
});

// proves LIST-32
test("the focus goes with its record, and to the list where that is gone", async () => {
  await show(LIST);
  row(0).querySelector("a").focus();
  becomes(row(0), "2");
  becomes(row(1), "1");
  await after(0);
  assert.equal(document.activeElement, row(1).querySelector("a"));
  becomes(row(1), "9");
  await after(0);
  assert.equal(document.activeElement, find(".table-scroll"));
});

// proves LIST-32
test("a selection goes with its record, though the elements of its row stay", async () => {
  await show(LIST);
  click(row(0).querySelector("input"));
  becomes(row(0), "3");
  becomes(row(1), "1");
  await drawn();
  assert.deepEqual(
    [row(0), row(1)].map((each) => [each.querySelector("input").checked, each.hasAttribute("data-selected")]),
    [
      [false, false],
      [true, true],
    ],
  );
  click(row(1).querySelector("input"));
});

// proves LIST-32
test("arrows move within the table that has the focus, not to one behind another tab", async () => {
  await show(`<div hidden>${LIST}</div>${LIST}`);
  const [, open] = document.querySelectorAll(".table-scroll");
  open.focus();
  press(open, "ArrowDown");
  assert.equal(document.activeElement, open.querySelector("a"));
});

// proves LIST-32
test("where rows are there to be chosen from, arrows lead from box to box, and Escape from the bar to the last one", async () => {
  await show(
    LIST.replaceAll(/<a .*?<\/a>/g, "<span></span>").replace(
      "</section>",
      "<div data-bulk tabindex=-1></div></section>",
    ),
  );
  const box = (number) => row(number).querySelector("[data-select]");
  find(".table-scroll").focus();
  press(find(".table-scroll"), "ArrowDown");
  assert.equal(document.activeElement, box(0));
  press(box(0), "ArrowDown");
  assert.equal(document.activeElement, box(1));
  click(box(1));
  find("[data-bulk]").focus();
  press(find("[data-bulk]"), "Escape");
  assert.equal(document.activeElement, box(1));
});

// proves PAGE-2
test("down leads from the search of a list to its first row", async () => {
  await show(`${LIST}<section data-list=events><input type=search data-param=q></section>`);
  find("section").insertAdjacentHTML("afterbegin", "<input type=search data-param=q>");
  find("[type=search]").focus();
  press(find("[type=search]"), "ArrowUp");
  assert.equal(document.activeElement, find("[type=search]"));
  press(find("[type=search]"), "ArrowDown");
  assert.equal(document.activeElement, row(0).querySelector("a"));
  const empty = find("[data-list=events] input");
  empty.focus();
  press(empty, "ArrowDown");
  assert.equal(document.activeElement, empty);
});

// proves BULK-8
test("Escape leads from what is done with a selection to the row that was chosen last", async () => {
  await show(LIST);
  find("section").insertAdjacentHTML("beforeend", "<div data-bulk tabindex=-1><button></button></div>");
  click(row(1).querySelector("input"));
  find("[data-bulk] button").focus();
  press(find("[data-bulk] button"), "Escape");
  assert.equal(document.activeElement, row(1).querySelector("a"));
  row(1).remove();
  find("[data-bulk]").focus();
  press(find("[data-bulk]"), "Escape");
  assert.equal(document.activeElement, find(".table-scroll"));
});
