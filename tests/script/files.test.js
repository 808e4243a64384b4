import assert from "node:assert/strict";
import { test } from "node:test";
import { fileProblem, pictureOf, prepare, sendFile } from "../../assets/kit/files.js";
import { textOf } from "../../assets/kit/output.js";
import { start } from "../../assets/kit/page.js";
import { after, change, show } from "./dom.js";

start();

const LIMITS = { max: "1000", wrongType: "type", tooBig: "size", empty: "empty" };

test("a file is refused by its name and its size, in this order", () => {
  const problem = (name, size) => fileProblem({ name, size }, ".csv,.txt,text/csv", LIMITS);
  assert.equal(problem("people.CSV", 10), "");
  assert.equal(problem("people.xlsx", 5000), "type");
  assert.equal(problem("text/csv", 10), "type");
  assert.equal(problem("people.txt", 1001), "size");
  assert.equal(problem("people.txt", 0), "empty");
});

// proves FORM-38
test("the draft is written again once the state says that a file waits", async () => {
  await show(`<form data-guard="/a"><input name=_files><div class=file-input>
    <button type=button data-prepare></button><progress data-progress hidden></progress></div></form>`);
  const [form, noted, box] = ["form", "input", ".file-input"].map((each) => document.querySelector(each));
  const kept = () => JSON.parse(sessionStorage.getItem("admin_app.draft:/a")).data._files;
  globalThis.XMLHttpRequest = class {
    upload = {};
    open() {}
    send() {}
  };
  prepare({ file: { name: "a.pdf", size: 10 }, box, kind: "image", form });
  await after(200);
  assert.equal(kept(), "");
  noted.value = "yes";
  sendFile("/_transfer/one", "image");
  await after(200);
  assert.equal(kept(), "yes");
});

test("a picture that waits has a sign in its place where this page never had it", () => {
  assert.match(pictureOf("t1"), /^data:image\/svg/);
  assert.equal(pictureOf(""), "");
});

test("what can be chosen for a picture of a line is what is taken: more of it where it is cut", async () => {
  await show(`<div class=image-input><input type=file accept="image/png" data-image data-formats="image/png">
    <select data-ratio data-formats="image/png,image/webp"><option value=""><option value="1"></select></div>`);
  const [input, shape] = ["input", "select"].map((each) => document.querySelector(each));
  const offered = (value) => {
    shape.value = value;
    change(shape);
    return input.accept;
  };
  assert.equal(offered("1"), "image/png,image/webp");
  assert.equal(offered(""), "image/png");
});

test("that there is no room for a file is said as such", async () => {
  await show(`<div class=file-input><input type=file data-file=one data-max=1000 data-failed=failed>
    <p data-file-error></p><progress data-progress hidden></progress><button type=button data-prepare></button></div>`);
  const input = document.querySelector("input");
  const said = (status) => {
    globalThis.XMLHttpRequest = class {
      upload = {};
      status = status;
      open() {}
      send() {
        this.onload();
      }
    };
    Object.defineProperty(input, "files", { value: [{ name: "a.pdf", size: 10 }], configurable: true });
    change(input);
    sendFile("/_transfer/one", "one", { 507: "full", 503: "broken" });
    return document.querySelector("[data-file-error]").textContent;
  };
  assert.equal(said(507), "full");
  assert.equal(said(503), "broken");
  assert.equal(said(400), "failed");
  assert.equal(said(204), "");
});

test("a table is copied as rows and cells", async () => {
  await show("<table><tr><th>Name<th>Age<tr><td>Eve<td>36</table>");
  assert.equal(textOf(document.querySelector("table")), "Name\tAge\nEve\t36");
});

test("each of several files of a page goes to the ticket of its own name", async () => {
  const box = (
    name,
  ) => `<div class=file-input id=${name}><input type=file accept=".pdf" data-file=${name} data-max=1000>
    <p data-file-error></p><progress data-progress hidden></progress><button type=button data-prepare></button></div>`;
  await show(`<form data-guard="/a">${box("one")}${box("other")}</form>${box("outside")}`);
  const sent = [];
  globalThis.XMLHttpRequest = class {
    upload = {};
    open(_, address) {
      this.path = new URL(address).pathname;
    }
    send(file) {
      sent.push([this.path, file.name]);
    }
  };
  const choose = (name) => {
    const input = document.querySelector(`#${name} input`);
    Object.defineProperty(input, "files", { value: [{ name: `${name}.pdf`, size: 10 }], configurable: true });
    change(input);
  };
  choose("one");
  choose("other");
  choose("outside");
  for (const name of ["one", "other", "outside"]) sendFile(`/_transfer/${name}`, name);
  assert.deepEqual(
    sent,
    ["one", "other", "outside"].map((name) => [`/_transfer/${name}`, `${name}.pdf`]),
  );
});
