import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { discard, isDirty } from "../../assets/kit/drafts.js";
import { answered, onSave, refused } from "../../assets/kit/forms.js";
import { given, start } from "../../assets/kit/page.js";
import { after, change, click, drawn, press, show, submit, type } from "./dom.js";

const PAGE = `<div class=form-page><h1 data-mirror=name></h1><form data-guard="/events/create" data-probes="name,mail">
  <div data-summary tabindex=-1></div><input name=name><input name=mail><input name=other><input type=file name=image>
  <input type=radio name=kind value=a checked><input type=radio name=kind value=b>
  <p id=if-name data-if=name hidden></p><p id=if-b data-if=kind data-is=b hidden></p>
  <input type=hidden data-confirmed><button type=button data-confirms></button>
  <button type=button data-probe></button><button data-save></button>
  <input name=phone type=tel><input name=latitude data-degrees><button type=button data-check></button><button type=button data-speak></button>
  <p id=f-name-error></p><a href="#f-name" data-goto=f-name></a><div id=f-name><input id=inside></div>
</form></div>`;
const find = (selector) => document.querySelector(selector);
const coming = [];

start();
onSave(() => coming);
beforeEach(async () => {
  discard();
  answered();
  coming.length = 0;
  await show(PAGE);
});

test("typing makes a form unsaved; choosing a file does not, before it is sent", () => {
  change(find("[type=file]"));
  assert.equal(isDirty(), false);
  type(find("[name=name]"), "Fête");
  assert.equal(isDirty(), true);
});

test("what depends on another input follows it", () => {
  type(find("[name=name]"), "Fête");
  assert.deepEqual([find("#if-name").hidden, find("h1").textContent, find("h1").hidden], [false, "Fête", false]);
  type(find("[name=name]"), "");
  assert.deepEqual([find("#if-name").hidden, find("h1").textContent, find("h1").hidden], [true, "", true]);
  find("[value=b]").checked = true;
  change(find("[value=b]"));
  assert.equal(find("#if-b").hidden, false);
});

test("one save at a time: the next goes when the first is answered", () => {
  assert.equal(submit(find("form")), true);
  assert.equal(submit(find("form")), false);
  answered();
  assert.equal(submit(find("form")), true);
});

test("a button that the state has shut sends nothing, and keeps the focus", () => {
  const save = find("[data-save]");
  save.focus();
  save.setAttribute("aria-disabled", "true");
  assert.equal(submit(find("form"), save), false);
  assert.equal(document.activeElement, save);
  save.setAttribute("aria-disabled", "false");
  assert.equal(submit(find("form"), save), true);
});

test("who agrees to publish publishes, also where the form was filled anew under the question", async () => {
  const dialog = "<dialog><button type=button data-confirms data-publishes=1></button></dialog>";
  await show(`<form data-guard="/a"><input data-which=publishes value="">${dialog}</form>`);
  find("dialog").close = () => {};
  let published = "";
  find("form").requestSubmit = () => {
    published = find("[data-which]").value;
  };
  click(find("[data-confirms]"));
  assert.equal(published, "1");
});

test("a save waits for files on their way, then goes by itself", async () => {
  let sent;
  coming.push(
    new Promise((done) => {
      sent = done;
    }),
  );
  let asked = 0;
  find("form").requestSubmit = () => asked++;
  assert.equal(submit(find("form")), false);
  coming.length = 0;
  sent();
  await new Promise((done) => setTimeout(done));
  assert.equal(asked, 1);
});

test("a refused save brings the focus to the summary, and the next one may go", () => {
  submit(find("form"));
  refused();
  assert.equal(document.activeElement, find("[data-summary]"));
  assert.equal(submit(find("form")), true);
});

test("an answer to a question counts for what it was asked about", () => {
  find("[data-confirmed]").value = "yes";
  type(find("[name=other]"), "more");
  assert.equal(find("[data-confirmed]").value, "");
});

test("the keyboard saves", () => {
  const asked = [];
  find("form").requestSubmit = (button) => asked.push(button);
  assert.equal(press(find("[name=name]"), "s", { ctrlKey: true }), false);
  assert.equal(press(find("[name=name]"), "Enter", { ctrlKey: true }), false);
  assert.equal(press(find("[name=name]"), "s"), true);
  assert.equal(press(document.body, "Enter", { ctrlKey: true }), true);
  // What a dialog asks is answered first.
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.setAttribute("open", "");
  assert.equal(press(find("[name=name]"), "s", { ctrlKey: true }), false);
  dialog.remove();
  find("[data-save]").disabled = true;
  press(find("[name=name]"), "S", { metaKey: true });
  assert.deepEqual(asked, [find("[data-save]"), find("[data-save]")]);
});

test("the keyboard sends what is typed in a form that keeps no work", () => {
  find("form").insertAdjacentHTML(
    "afterend",
    "<form id=message data-sends><textarea></textarea><button type=submit></button></form>",
  );
  const [form, asked] = [find("#message"), []];
  form.requestSubmit = (button) => asked.push(button);
  find("form").requestSubmit = (button) => asked.push(button);
  assert.equal(press(find("textarea"), "Enter"), true);
  assert.equal(press(find("textarea"), "Enter", { ctrlKey: true }), false);
  find("#message button").disabled = true;
  press(find("textarea"), "Enter", { metaKey: true });
  assert.deepEqual(asked, [find("#message button")]);
});

test("only what tells duplicates asks for them", () => {
  let probes = 0;
  find("[data-probe]").onclick = () => probes++;
  type(find("[name=mail]"), "a@b.test");
  change(find("[name=other]"));
  assert.equal(probes, 0);
  change(find("[name=mail]"));
  assert.equal(probes, 1);
  assert.deepEqual(given(), { name: "", mail: "a@b.test" });
});

test("the summary leads to the control", () => {
  find("#inside").value = "31/02/1957";
  find("[data-goto]").click();
  assert.equal(document.activeElement, find("#inside"));
  // What is typed takes its place.
  assert.deepEqual([find("#inside").selectionStart, find("#inside").selectionEnd], [0, 10]);
});

test("a number is looked at when it is left, anything else once something is wrong with it", async () => {
  let looks = 0;
  find("[data-check]").onclick = () => looks++;
  change(find("[name=other]"));
  change(find("[name=name]"));
  await after(10);
  assert.equal(looks, 0);
  find("[name=phone]").value = "12";
  change(find("[name=phone]"));
  await after(10);
  assert.deepEqual([looks, given().name, given().data.phone], [1, "phone", "12"]);
  change(find("[name=latitude]"));
  await after(10);
  assert.deepEqual([looks, given().name], [2, "latitude"]);
  find("#f-name-error").textContent = "Ce champ est obligatoire.";
  type(find("[name=name]"), "F");
  type(find("[name=name]"), "Fête");
  assert.equal(looks, 2);
  await after(450);
  assert.deepEqual([looks, given().name], [3, "name"]);
  const names = [];
  find("[data-check]").onclick = () => names.push(given().name);
  type(find("[name=name]"), "Fêtes");
  change(find("[name=phone]"));
  await after(450);
  assert.deepEqual(names, ["phone", "name"]);
});

test("nothing is looked at while the pointer is down: what it presses would move", async () => {
  let looks = 0;
  find("[data-check]").onclick = () => looks++;
  const pointer = (type) => find("[name=other]").dispatchEvent(new Event(type, { bubbles: true }));
  pointer("pointerdown");
  change(find("[name=phone]"));
  await after(50);
  assert.equal(looks, 0);
  pointer("pointerup");
  await after(450);
  assert.equal(looks, 1);
});

test("what is wrong is said in the language that is chosen", async () => {
  let spoken = 0;
  find("[data-speak]").onclick = () => spoken++;
  await drawn();
  document.documentElement.lang = "en";
  await drawn();
  assert.equal(spoken, 1);
});
