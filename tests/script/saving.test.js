import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/saving.js";
import { routed } from "../../assets/kit/address.js";
import { discard, isDirty, keep } from "../../assets/kit/drafts.js";
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
const draftOf = (guard) => sessionStorage.getItem(`admin_app.draft:${guard}`);

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

// proves FORM-20
test("a save that fills its form anew, with what others have changed, leaves nothing unsaved", () => {
  const refill = (text) => show(PAGE.replace("name=name", `name=name value="${text}"`));
  find("form").insertAdjacentHTML("beforeend", "<input hidden name=_further data-which=further data-stays value=''>");
  submit(find("form"));
  refill("Fête de la ville");
  stayed();
  assert.deepEqual([isDirty(), draftOf("/users/7")], [false, null]);
});

/* As if the tab had loaded another document while the save ran: of the script nothing is left but what the tab keeps. */
const leaveDocument = async (address) => {
  const begun = sessionStorage.getItem("admin_app.saving");
  const draft = draftOf("/users/7");
  answered();
  discard();
  sessionStorage.setItem("admin_app.saving", begun);
  sessionStorage.setItem("admin_app.draft:/users/7", draft);
  history.replaceState(null, "", address);
  await show("<main></main>");
};

// proves FORM-24, FORM-46
test("a save whose document was left opens nothing, and its draft goes all the same", async () => {
  for (const [address, end] of [
    ["/events", saved],
    ["/users/7", saved],
    ["/events", stayed],
  ]) {
    history.replaceState(null, "", "/users/7");
    await show(PAGE);
    type(find("[name=name]"), "Fête");
    submit(find("form"));
    await leaveDocument(address);
    assert.notEqual(draftOf("/users/7"), null);
    end();
    openInstead("/users/show/7");
    assert.deepEqual([went, draftOf("/users/7"), sessionStorage.getItem("admin_app.saving")], [[], null, null]);
  }
  await show(PAGE);
  submit(find("form"));
  saved();
  openInstead("/users/show/7");
  assert.deepEqual(went, ["/users/show/7"], "the next save leads where it leads");
});

// proves FORM-24
test("a draft stays where its document was left and the save refused, or more was typed than was saved", async () => {
  submit(find("form"));
  await leaveDocument("/events");
  refused();
  assert.notEqual(draftOf("/users/7"), null);
  const more = JSON.stringify({ at: 0, data: { name: "Fêtes" } });
  await show(PAGE);
  type(find("[name=name]"), "Fête");
  submit(find("form"));
  await leaveDocument("/events");
  sessionStorage.setItem("admin_app.draft:/users/7", more);
  saved();
  assert.equal(draftOf("/users/7"), more);
});

// proves FORM-24, FORM-46
test("a save that names its form takes the draft of that alone, whatever form is drawn by then", async () => {
  const other = PAGE.replace("/users/7", "/events/9");
  for (const [page, isHeard, opened] of [
    ["<main></main>", false, []],
    ["<main></main>", true, ["/users/show/7"]],
    [other, false, []],
    [other, true, []],
  ]) {
    history.replaceState(null, "", "/users/7");
    went.length = 0;
    await show(PAGE);
    type(find("[name=name]"), "Fête");
    submit(find("form"));
    await leaveDocument("/events/9");
    await show(page);
    if (isHeard) answered(); // by the load of a form, whichever was opened
    const form = find("form");
    if (form) type(find("[name=name]"), "Bal");
    if (form) keep(form);
    saved("/users/7");
    openInstead("/users/show/7");
    const told = [page, isHeard];
    assert.deepEqual([draftOf("/users/7"), went, isDirty()], [null, opened, Boolean(form)], told);
    assert.equal(form && JSON.parse(draftOf("/events/9")).data.name, form && "Bal", told);
    discard();
  }
});

// proves FORM-24, FORM-46
test("a save that names its form neither takes nor opens anything while another form is saved", async () => {
  await show(PAGE.replace("/users/7", "/events/9"));
  type(find("[name=name]"), "Bal");
  submit(find("form"));
  saved("/users/7");
  openInstead("/users/show/7");
  assert.deepEqual([went, isDirty(), JSON.parse(draftOf("/events/9")).data.name], [[], true, "Bal"]);
  saved("/events/9");
  openInstead("/events/show/9");
  assert.deepEqual([went, isDirty(), draftOf("/events/9")], [["/events/show/9"], false, null]);
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
  assert.deepEqual([went, draftOf("/users/7")], [[], null]);
});

// proves FORM-46
test("a save whose page was left opens nothing", () => {
  submit(find("form"));
  history.replaceState(null, "", "/events");
  saved();
  openInstead("/users/show/7");
  assert.deepEqual([went, draftOf("/users/7")], [[], null]);
});
