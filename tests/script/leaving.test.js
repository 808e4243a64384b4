import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { routed } from "../../assets/kit/address.js";
import { discard, draft, isDirty } from "../../assets/kit/drafts.js";
import { after, click, show, type } from "./dom.js";
import "../../assets/kit/forms.js";
import { asked, blocks, navigating, openInstead } from "../../assets/kit/leaving.js";
import { given, start } from "../../assets/kit/page.js";

const PAGE = `<form data-guard="/events/7"><input name=name><button data-save type=button></button></form>
  <button id=out data-asks-first></button><dialog id=leave></dialog><dialog id=leave-unfinished></dialog>`;
const find = (selector) => document.querySelector(selector);
const to = (pathname) => ({ currentLocation: { pathname: "/events/7" }, nextLocation: { pathname } });
const blocker = () => {
  const calls = [];
  return { calls, state: "blocked", proceed: () => calls.push("proceed"), reset: () => calls.push("reset") };
};
const answer = (text) => find("#leave").close(text);

start();
beforeEach(async () => {
  discard();
  await show(PAGE);
});

test("only unsaved work holds a person back, and only from another page", () => {
  assert.equal(blocks(to("/events")), false);
  type(find("[name=name]"), "Fête");
  assert.equal(blocks(to("/events")), true);
  assert.equal(blocks(to("/events/7")), false);
});

// proves FORM-49
test("a form is not filled anew for somebody else without a question; a place on its page is no other address", () => {
  const from = { pathname: "/events/create", search: "", hash: "" };
  const at = (search, hash = "") => ({ currentLocation: from, nextLocation: { ...from, search, hash } });
  assert.equal(blocks(at("?user=28")), false);
  type(find("[name=name]"), "Fête");
  assert.equal(blocks(at("?user=28")), true);
  assert.equal(blocks(at("", "#lines")), false);
});

// proves FORM-49
test("a link that asks first may lead to the very same page, and is the browser's in a tab of its own", () => {
  const went = [];
  document.body.insertAdjacentHTML("beforeend", "<a id=anew data-asks-first href='/users'></a>");
  find("#anew").addEventListener("click", (event) => {
    event.preventDefault(); // jsdom would go there
    went.push(isDirty());
  });
  type(find("[name=name]"), "Fête");
  click(find("#anew"), { ctrlKey: true });
  assert.deepEqual([went, find("#leave").open], [[true], false]);
  click(find("#anew"));
  assert.deepEqual([went, find("#leave").open], [[true], true]);
  answer("stay");
  click(find("#anew"));
  answer("discard");
  assert.deepEqual(went, [true, false]);
});

// proves FORM-49
test("a button that asks first has no other tab: it asks whatever key is held", () => {
  const went = [];
  find("#out").addEventListener("click", () => went.push(isDirty()));
  type(find("[name=name]"), "Fête");
  click(find("#out"), { ctrlKey: true });
  assert.deepEqual([went, find("#leave").open], [[], true]);
  answer("discard");
  assert.deepEqual(went, [false]);
});

test("an import whose lines were not all sent holds back too, with words of its own", () => {
  document.body.insertAdjacentHTML("beforeend", "<div data-unfinished></div>");
  assert.equal(blocks(to("/events")), true);
  asked(blocker());
  assert.deepEqual([find("#leave").open, find("#leave-unfinished").open], [false, true]);
});

test("the router goes on when the work is given up, and stays otherwise", () => {
  for (const [text, expected] of [
    ["discard", "proceed"],
    ["stay", "reset"],
    ["save", "reset"],
    ["", "reset"],
  ]) {
    type(find("[name=name]"), "Fête");
    const held = blocker();
    let saves = 0;
    find("[data-save]").onclick = () => saves++;
    asked(held);
    assert.equal(find("#leave").open, true);
    answer(text);
    assert.deepEqual([held.calls, isDirty(), saves], [[expected], text !== "discard", text === "save" ? 1 : 0]);
  }
});

test("a form that is not saved by leaving asks by a dialog of its own", () => {
  document.body.insertAdjacentHTML("beforeend", "<dialog id=leave-asking></dialog>");
  find("form").dataset.leave = "leave-asking";
  type(find("[name=name]"), "Fête");
  const held = blocker();
  asked(held);
  assert.deepEqual([find("#leave").open, find("#leave-asking").open], [false, true]);
  find("#leave-asking").close("discard");
  assert.deepEqual([held.calls, isDirty()], [["proceed"], false]);
});

// proves FORM-50
test("who leaves may keep the draft, and nothing is unsaved then", () => {
  document.body.insertAdjacentHTML("beforeend", "<dialog id=leave-asking></dialog>");
  find("form").dataset.leave = "leave-asking";
  type(find("[name=name]"), "Fête");
  const held = blocker();
  asked(held);
  find("#leave-asking").close("keep");
  assert.deepEqual([held.calls, isDirty(), draft().name], [["proceed"], false, "Fête"]);
});

test("a blocker that does not block asks nothing", () => {
  asked({ state: "unblocked" });
  assert.equal(find("#leave").open, false);
});

test("signing out asks first, then goes on by itself", () => {
  let outs = 0;
  find("#out").addEventListener("click", () => outs++);
  type(find("[name=name]"), "Fête");
  click(find("#out"));
  assert.deepEqual([outs, find("#leave").open], [0, true]);
  answer("stay");
  assert.deepEqual([outs, isDirty()], [0, true]);
  click(find("#out"));
  answer("discard");
  assert.deepEqual([outs, isDirty()], [1, false]);
});

test("signing out goes on past an import that was not all sent", () => {
  document.body.insertAdjacentHTML("beforeend", "<div data-unfinished></div>");
  let outs = 0;
  find("#out").addEventListener("click", () => outs++);
  click(find("#out"));
  find("#leave-unfinished").close("discard");
  assert.equal(outs, 1);
  click(find("#out"));
  assert.deepEqual([outs, find("#leave-unfinished").open], [1, true]);
});

test("signing out without unsaved work asks nothing", () => {
  let outs = 0;
  find("#out").addEventListener("click", () => outs++);
  click(find("#out"));
  assert.deepEqual([outs, find("#leave").open], [1, false]);
});

test("closing the tab asks only while there is unsaved work", () => {
  const closing = () => window.dispatchEvent(new window.Event("beforeunload", { cancelable: true }));
  assert.equal(closing(), true);
  type(find("[name=name]"), "Fête");
  assert.equal(closing(), false);
});

test("a call or a message asks nothing, and leaves nothing", async () => {
  type(find("[name=name]"), "Fête");
  find("form").insertAdjacentHTML("beforeend", "<a id=sms href='sms:0601020304'>SMS</a>");
  find("#sms").addEventListener("click", (event) => event.preventDefault()); // jsdom would go there
  find("#sms").click();
  assert.equal(window.dispatchEvent(new window.Event("beforeunload", { cancelable: true })), true);
  await after(600);
  assert.equal(window.dispatchEvent(new window.Event("beforeunload", { cancelable: true })), false);
});

test("the screen on its way is remembered, and late when its code does not come in time", async () => {
  let late = 0;
  const end = navigating("loading", "/events?page=2", 20, () => late++);
  assert.equal(sessionStorage.getItem("admin_app.wanted"), "/events?page=2");
  assert.ok(document.documentElement.hasAttribute("data-navigating"));
  await after(40);
  assert.equal(late, 1);
  end();
  navigating("idle", "", 20, () => late++);
  assert.equal(sessionStorage.getItem("admin_app.wanted"), null);
  assert.ok(!document.documentElement.hasAttribute("data-navigating"));
});

test("a record takes the place of its form; where it stands before it, it is gone back to", () => {
  const went = [];
  routed((address, options) => went.push([address, options]));
  openInstead("/events/show/7");
  const entries = ["/events", "/events/show/7", "/events/7"].map((path) => ({ url: `http://localhost${path}` }));
  window.navigation = { entries: () => entries, currentEntry: { index: 2 } };
  history.back = () => went.push("back");
  openInstead("/events/show/7");
  openInstead("/events/show/8");
  assert.deepEqual(went, [["/events/show/7", { replace: true }], "back", ["/events/show/8", { replace: true }]]);
});

test("giving a form up leaves it behind, but a link opened in a tab of its own is the browser's", () => {
  const went = [];
  window.navigation = undefined;
  routed((address) => went.push(address));
  document.body.insertAdjacentHTML("beforeend", "<a data-instead href='/events/show/7'></a>");
  assert.equal(click(find("[data-instead]"), { ctrlKey: true }), true);
  assert.equal(click(find("[data-instead]")), false);
  assert.deepEqual(went, ["/events/show/7"]);
});

test("a tab hears from another one that the session ended, and why", async () => {
  document.body.insertAdjacentHTML("beforeend", "<button data-follow></button>");
  const told = [];
  find("[data-follow]").onclick = () => told.push(given());
  const hear = (key) => window.dispatchEvent(new window.StorageEvent("storage", { key }));
  hear("admin_app.theme");
  hear("admin_app.token");
  await after(120);
  localStorage.setItem("admin_app.ended", "idle_timeout");
  hear("admin_app.token");
  await after(120);
  assert.deepEqual(told, ["", "idle_timeout"]);
});
