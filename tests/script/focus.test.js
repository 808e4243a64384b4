import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/shell.js";
import { click, drawn, show } from "./dom.js";

const find = (selector) => document.querySelector(selector);
const focused = () => document.activeElement.id || document.activeElement.localName;

globalThis.matchMedia ??= () => ({ matches: false });
start();
beforeEach(() =>
  show(`<main data-screen="/users"><h1 tabindex=-1 id=title>Gens</h1>
    <table><tbody id=rows><tr id=one><td><button id=accept>Accepter</button></td></tr><tr id=two><td></td></tr></tbody></table>
    <div id=strip><button id=drop>Supprimer</button></div><ul id=chips><a id=first>1</a><a id=second>2</a></ul></main>`),
);

// proves PAGE-14
test("a row that goes leaves the focus to the one in its place, or to the last", async () => {
  find("#accept").focus();
  find("#one").remove();
  await drawn();
  assert.equal(focused(), "two");
  find("#rows").insertAdjacentHTML("afterbegin", "<tr id=zero></tr>");
  find("#rows").insertAdjacentHTML("beforeend", "<tr><td><button id=last></button></td></tr>");
  find("#last").focus();
  find("#last").closest("tr").remove();
  await drawn();
  assert.equal(focused(), "two");
});

// proves PAGE-14
test("where all of the page is replaced its title has it", async () => {
  find("#drop").focus();
  find("main").innerHTML = "<h1 tabindex=-1 id=title>Introuvable</h1>";
  await drawn();
  assert.equal(focused(), "title");
});

// proves PAGE-14
test("a mark of a map, which a press opens, is not what has it next", async () => {
  find("#chips").innerHTML = "<div id=here role=button tabindex=0></div><div id=next role=button tabindex=0></div>";
  find("#here").focus();
  find("#here").remove();
  await drawn();
  assert.equal(focused(), "chips");
});

// proves PAGE-14
test("what stands around has it where a second press would act on what comes next", async () => {
  find("#first").tabIndex = 0;
  find("#first").focus();
  find("#first").remove();
  await drawn();
  assert.equal(focused(), "chips");
});

// proves PAGE-14
test("who pressed something in a dialog that is shut meanwhile is still in the dialog", async () => {
  document.body.insertAdjacentHTML("beforeend", "<dialog open id=asked><button id=confirm></button></dialog>");
  find("#confirm").focus();
  find("#confirm").blur(); // as a browser does once it is shut
  find("main").append("!");
  await drawn();
  assert.equal(focused(), "asked");
});

// proves PAGE-14
test("who left an element, or is in a dialog, is followed nowhere", async () => {
  find("#drop").focus();
  find("#drop").blur();
  find("#one").remove();
  await drawn();
  assert.equal(focused(), "body");
  find("#drop").focus();
  document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
  find("#drop").remove();
  await drawn();
  assert.equal(focused(), "body");
});

test("a new screen has it on its title", async () => {
  find("#drop").focus();
  await show(`<main data-screen="/events"><h1 tabindex=-1 id=title>Fêtes</h1></main>`);
  assert.equal(focused(), "title");
});

// proves SHELL-2
test("a menu that opens over the page begins where one is, as far as that is seen", async () => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = () => ({ matches: true });
  await show(`<button data-toggle-drawer id=toggle></button>
    <nav class=drawer><a id=home href=#h aria-current=false>A</a><a id=here href=#i aria-current=page>B</a></nav>`);
  click(find("#toggle"));
  assert.equal(focused(), "here");
  click(find("#toggle"));
  find("#here").hidden = true;
  click(find("#toggle"));
  assert.equal(focused(), "home");
  click(find("#toggle"));
  globalThis.matchMedia = matchMedia;
});

// proves PAGE-2
test("a screen that comes under a dialog is come to once that is gone", async () => {
  document.body.insertAdjacentHTML("beforeend", "<dialog open id=asked><button id=confirm></button></dialog>");
  find("#confirm").focus();
  find("#confirm").remove();
  find("main").outerHTML = '<main data-screen="/users/show"><h1 tabindex=-1 id=shown>Anne</h1></main>';
  await drawn();
  assert.equal(focused(), "asked");
  find("#asked").remove();
  await drawn();
  assert.equal(focused(), "shown");
});

// proves PAGE-14
test("the field one writes in has it again where its form is filled anew, also in an editor of texts", async () => {
  const form = `<form id=form><p>Titre</p><input id=f-subject><div class=rich-text-field><div id=editor contenteditable tabindex=0></div>
    <textarea id=f-text class=rich-text-source></textarea></div>
    <button id=save>Enregistrer</button></form>`;
  find("main").insertAdjacentHTML("beforeend", `<section id=sheet>${form}</section>`);
  for (const [wrote, focus] of [
    ["#f-subject", "#f-subject"],
    ["#editor", "#f-text"],
    ["#save", "#form"], // a second press would save again
  ]) {
    find(wrote).focus();
    find("#sheet").innerHTML = form;
    await drawn();
    assert.equal(document.activeElement, find(focus), wrote);
  }
});
