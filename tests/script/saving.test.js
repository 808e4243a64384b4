import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/saving.js";
import { routed } from "../../assets/kit/address.js";
import { discard, isDirty } from "../../assets/kit/drafts.js";
import { answered, refused, saved, stayed } from "../../assets/kit/forms.js";
import { asked, blocks, openInstead } from "../../assets/kit/leaving.js";
import { start } from "../../assets/kit/page.js";
import { click, press, show, submit, type } from "./dom.js";

const PAGE = `<form data-guard="/users/7"><div><input name=name><button id=more type=button></button></div>
  <button data-check type=button hidden></button><div class=save-bar><a href="/users">Annuler</a></div></form>
  <button id=out data-asks-first></button><dialog id=leave></dialog>`;
const find = (selector) => document.querySelector(selector);
const away = { currentLocation: { pathname: "/users/7" }, nextLocation: { pathname: "/events" } };
const blocker = () => {
  const calls = [];
  return { calls, state: "blocked", proceed: () => calls.push("proceed"), reset: () => calls.push("reset") };
};
const went = [];

start();
beforeEach(async () => {
  answered();
  discard();
  sessionStorage.clear();
  history.replaceState(null, "", "/users/7");
  went.length = 0;
  routed((address) => went.push(address));
  await show(PAGE);
  type(find("[name=name]"), "Fête");
});

// proves FORM-45
test("a form is shut while its save runs, but for the way out", () => {
  const [input, clicks] = [find("[name=name]"), []];
  for (const each of ["#more", "[data-check]", "a"]) find(each).onclick = () => !clicks.push(each);
  const isTaken = () => press(input, "a") && press(input, "Backspace");
  assert.equal(isTaken(), true);
  submit(find("form"));
  assert.deepEqual([find("form").getAttribute("aria-busy"), isTaken(), press(input, "Tab")], ["true", false, true]);
  for (const each of ["#more", "a"]) click(find(each), { detail: 1 });
  find("[data-check]").click();
  assert.deepEqual(clicks, ["a", "[data-check]"]);
  answered();
  assert.deepEqual([find("form").hasAttribute("aria-busy"), isTaken()], [false, true]);
});

// proves FORM-45
test("a save that stays on its form leaves it open, and what is typed meanwhile is still to be saved", () => {
  find("form").insertAdjacentHTML("beforeend", "<input hidden name=_further data-which=further data-stays value=''>");
  submit(find("form"));
  assert.equal(press(find("[name=name]"), "a"), true);
  type(find("[name=name]"), "Fêtes");
  stayed();
  assert.equal(isDirty(), true);
  find("[data-stays]").value = "yes";
  submit(find("form"));
  assert.equal(press(find("[name=name]"), "a"), false);
});

// proves FORM-46
test("who leaves while a save runs goes where they wanted once it is saved, and nowhere else", () => {
  submit(find("form"));
  const held = blocker();
  assert.equal(blocks(away), true);
  asked(held);
  assert.deepEqual([held.calls, Boolean(find("#leave").open)], [[], false]);
  assert.ok(document.documentElement.hasAttribute("data-navigating"));
  saved();
  openInstead("/users/show/7");
  assert.deepEqual([held.calls, went, blocks(away)], [["proceed"], [], false]);
  assert.ok(!document.documentElement.hasAttribute("data-navigating"));
  submit(find("form"));
  saved();
  openInstead("/users/show/7");
  assert.deepEqual(went, ["/users/show/7"]);
});

// proves FORM-46
test("who leaves while a save runs stays where it is refused; signing out waits, too", () => {
  let outs = 0;
  find("#out").addEventListener("click", () => outs++);
  submit(find("form"));
  const held = blocker();
  asked(held);
  refused();
  assert.deepEqual([held.calls, isDirty()], [["reset"], true]);
  submit(find("form"));
  click(find("#out"));
  assert.deepEqual([outs, Boolean(find("#leave").open)], [0, false]);
  saved();
  assert.equal(outs, 1);
});

// proves FORM-18, FORM-46
test("who saves in the question before leaving goes where they wanted, and stays where it is refused", () => {
  find("form").insertAdjacentHTML("beforeend", "<button data-save></button>");
  find("[data-save]").onclick = () => submit(find("form"));
  const tries = [blocker(), blocker()];
  for (const [number, end] of [refused, saved].entries()) {
    asked(tries[number]);
    find("#leave").close("save");
    assert.deepEqual(tries[number].calls, [], "it is not known yet");
    end();
  }
  openInstead("/users/show/7");
  assert.deepEqual([tries.map(({ calls }) => calls), went], [[["reset"], ["proceed"]], []]);
});

// proves FORM-46
test("nobody is kept by a save that nobody answers, unless the page says that it goes on", (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
  submit(find("form"));
  const held = blocker();
  asked(held);
  find(".save-bar").insertAdjacentHTML("beforeend", "<span class=running></span>");
  t.mock.timers.tick(60000);
  assert.deepEqual([held.calls, find("form").getAttribute("aria-busy")], [[], "true"]);
  find(".running").remove();
  t.mock.timers.tick(1000);
  assert.deepEqual([held.calls, find("form").hasAttribute("aria-busy")], [["reset"], false]);
  history.replaceState(null, "", "/events");
  saved();
  openInstead("/users/show/7");
  assert.deepEqual(went, []);
});

// proves FORM-46
test("a save whose page was left opens nothing", () => {
  submit(find("form"));
  history.replaceState(null, "", "/events");
  saved();
  openInstead("/users/show/7");
  assert.deepEqual(went, []);
});
