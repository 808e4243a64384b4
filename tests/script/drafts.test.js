import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { discard, draft, draftWas, isDirty, setDirty, typed } from "../../assets/kit/drafts.js";
import { after, drawn, show, type } from "./dom.js";
import "../../assets/kit/forms.js";
import { start } from "../../assets/kit/page.js";

const KEY = "admin_app.draft:/events/7";
const FORM = `<form data-guard="/events/7">
  <input name=name><input name=days type=checkbox value=1 checked><input name=days type=checkbox value=2 checked>
  <input name=image type=file>
  <div data-draft hidden><time data-draft-time></time>
    <button type=button data-restore></button><button type=button data-discard></button>
    <button type=button data-restored></button></div>
</form>`;
const kept = () => JSON.parse(sessionStorage.getItem(KEY));
const find = (selector) => document.querySelector(selector);

start();
beforeEach(async () => {
  discard();
  sessionStorage.clear();
  await show("<main></main>");
});

test("what is typed is kept in the tab after a pause, files aside, and given to the state", async () => {
  await show(FORM);
  type(find("[name=name]"), "Fête");
  assert.equal(kept(), null);
  await after(200);
  assert.deepEqual(kept().data, { name: "Fête", days: "1,2" });
  assert.deepEqual(draft(), { name: "Fête", days: "1,2" });
  assert.ok(find("form").hasAttribute("data-dirty"));
});

test("what is typed is given to the state at once, and nothing where nobody typed", async () => {
  assert.deepEqual(typed(), {});
  await show(FORM);
  assert.deepEqual(typed(), {});
  type(find("[name=name]"), "Fête");
  assert.deepEqual(typed(), { name: "Fête", days: "1,2" });
});

test("a form that comes again is offered its draft, with its day and time", async () => {
  sessionStorage.setItem(KEY, JSON.stringify({ at: new Date(2026, 10, 20, 9, 5).getTime(), data: {} }));
  await show(FORM);
  assert.equal(find("[data-draft]").hidden, false);
  assert.match(find("[data-draft-time]").textContent, /^20 novembre .*09:05$/);
});

test("a draft that is taken makes the form unsaved again; one that is not is gone", async () => {
  sessionStorage.setItem(KEY, JSON.stringify({ at: 0, data: { name: "Fête" } }));
  await show(FORM);
  let restored = 0;
  find("[data-restored]").addEventListener("click", () => restored++);
  find("[data-restore]").click();
  assert.deepEqual([restored, isDirty(), find("[data-draft]").hidden], [1, true, true]);
  find("[data-discard]").click();
  assert.deepEqual([kept(), isDirty()], [null, false]);
});

// proves FORM-47
test("a draft goes where that was said to be wanted, and the form begins", async () => {
  sessionStorage.setItem(KEY, JSON.stringify({ at: 0, data: { name: "Fête" } }));
  await show(
    FORM.replace("</form>", "<dialog open><button id=sure type=button data-discard></button></dialog></form>"),
  );
  find("#sure").click();
  assert.deepEqual([kept(), find("[data-draft]").hidden, find("dialog").open], [null, true, false]);
  assert.equal(document.activeElement, find("[name=name]"));
});

test("the draft that was offered is the one that is taken, whatever was typed meanwhile", async () => {
  const offered = { at: 0, data: { name: "Fête" }, was: { name: "" } };
  sessionStorage.setItem(KEY, JSON.stringify(offered));
  await show(FORM);
  type(find("[name=name]"), "Bal");
  await after(200);
  assert.equal(kept().data.name, "Bal");
  type(find("[name=name]"), "Bals");
  find("[data-restore]").click();
  await after(200);
  assert.deepEqual(kept(), offered);
});

const CALLED = FORM.replace("<form ", "<form data-called='name,phone' ")
  .replace("<div data-draft", "<input name=phone><div data-draft")
  .replace("</time>", "</time><strong data-draft-call></strong>");
const offered = () => (find("[data-draft]").hidden ? null : find("[data-draft-call]").textContent);
const come = async () => {
  await show("<main></main>");
  await show(CALLED);
};
/* A request is begun for somebody, and its page is gone as by a reload. */
const leaveOff = async (name, phone) => {
  type(find("[name=name]"), name);
  type(find("[name=phone]"), phone);
  await after(200);
  setDirty(false);
  await come();
};

// proves FORM-50
test("a draft says whose it is, and what is typed for somebody else takes its place in no case", async () => {
  await come();
  await leaveOff("Simone", "01");
  assert.equal(offered(), " · Simone 01");
  await leaveOff("Firmin", "02");
  assert.equal(offered(), " · Firmin 02");
  assert.equal(kept(), null);
  find("[data-discard]").click();
  assert.equal(offered(), " · Simone 01");
  find("[data-discard]").click();
  assert.equal(offered(), null);
  assert.equal(sessionStorage.length, 0);
});

// proves FORM-50
test("a draft that is taken over what is typed puts that aside, whatever is saved then", async () => {
  await come();
  await leaveOff("Simone", "01");
  type(find("[name=name]"), "Firmin");
  assert.equal(offered(), " · Simone 01");
  let restored = null;
  find("[data-restored]").addEventListener("click", () => (restored = draft().name));
  find("[data-restore]").click();
  assert.deepEqual([restored, isDirty(), offered()], ["Simone", true, null]);
  document.body.innerHTML = CALLED; // filled anew, as the state does
  await drawn();
  assert.deepEqual([draft().name, isDirty(), offered()], ["Simone", true, " · Firmin"]);
  discard(); // saved
  await come();
  assert.equal(offered(), " · Firmin");
});

// proves FORM-50
test("until the form is filled anew nothing is put in the place of either draft", async () => {
  await come();
  await leaveOff("Simone", "01");
  type(find("[name=name]"), "Firmin");
  let restored = 0;
  find("[data-restored]").addEventListener("click", () => restored++);
  find("[data-restore]").click();
  find("[data-restore]").click(); // a double click
  assert.equal(restored, 1);
  type(find("[name=name]"), "Firmin V"); // what is typed in the form that goes
  await after(200);
  assert.equal(draft().name, "Simone");
  document.body.innerHTML = CALLED;
  await drawn();
  assert.deepEqual([draft().name, offered()], ["Simone", " · Firmin"]);
  find("[data-restore]").click();
  assert.deepEqual([draft().name, find("[data-draft]").hidden], ["Firmin", true]);
  document.body.innerHTML = CALLED;
  await drawn();
  type(find("[name=name]"), "Firmine");
  await after(200);
  assert.equal(draft().name, "Firmine", "what is typed in the new form is kept");
});

test("a form without a draft offers nothing", async () => {
  await show(FORM);
  assert.equal(find("[data-draft]").hidden, true);
});

test("unsaved work goes back by itself when its form was only filled anew", async () => {
  await show(FORM);
  type(find("[name=name]"), "Fête");
  await after(200);
  await show("<main data-state=loading></main>");
  assert.equal(isDirty(), false);
  document.body.innerHTML = FORM;
  let restored = 0;
  find("[data-restored]").addEventListener("click", () => restored++);
  await drawn();
  assert.deepEqual([restored, isDirty(), find("[data-draft]").hidden], [1, true, true]);
});

// proves FORM-19
test("work that was interrupted before it was kept goes back into no later form", async () => {
  await show(FORM);
  type(find("[name=name]"), "Fête");
  await show("<main data-state=loading></main>");
  await show(FORM); // nothing was kept: that form is offered nothing
  type(find("[name=name]"), "Bal");
  await after(200);
  document.body.innerHTML = FORM; // filled anew by a save, with what others have changed
  let restored = 0;
  find("[data-restored]").addEventListener("click", () => restored++);
  await drawn();
  assert.deepEqual([restored, isDirty()], [0, true]);
});

test("nothing of saved work comes back", async () => {
  await show(FORM);
  type(find("[name=name]"), "Fête");
  discard();
  await after(200);
  assert.deepEqual([kept(), isDirty()], [null, false]);
});

test("nothing of saved work comes back either where what was made stands in the place of its form", async () => {
  for (const wait of [0, 200]) {
    await show(FORM);
    type(find("[name=name]"), "Fête");
    await after(200);
    assert.notEqual(kept(), null);
    document.body.innerHTML = "<main>Créée</main>";
    if (wait) await after(wait);
    discard();
    await after(200);
    assert.deepEqual([kept(), isDirty()], [null, false]);
  }
});

test("a creation takes its draft along: its form has the guard of the new record when it is saved", async () => {
  sessionStorage.setItem("admin_app.draft:/events/8", "of another form");
  await show(FORM);
  type(find("[name=name]"), "Fête");
  await after(200);
  find("form").dataset.guard = "/events/9";
  type(find("[name=name]"), "Fête des voisins");
  await after(200);
  assert.equal(kept(), null);
  discard();
  assert.deepEqual(Object.keys(sessionStorage), ["admin_app.draft:/events/8"]);
});

test("a draft says what it was begun from, also once the form is filled anew under it", async () => {
  await show(FORM);
  type(find("[name=name]"), "Fête");
  await after(200);
  assert.deepEqual(draftWas(), { name: "", days: "1,2" });
  await show("<main></main>");
  await show(FORM.replace("name=name", "name=name value=Bal"));
  assert.deepEqual(draftWas(), { name: "", days: "1,2" });
  await show(FORM.replace("name=name", "name=name value=Fête"));
  type(find("[name=name]"), "Fêtes");
  await after(200);
  assert.deepEqual([draft().name, draftWas()], ["Fêtes", { name: "", days: "1,2" }]);
});

// proves FORM-52
test("what was typed for a record that is gone fills the form of a new one, and takes no draft's place", async () => {
  const create = "admin_app.draft:/events/";
  sessionStorage.setItem(create, JSON.stringify({ at: 0, data: { name: "Bal", phone: "03" } }));
  await show(FORM);
  type(find("[name=name]"), "Fête");
  await after(200);
  // The state says that the record is gone.
  find("form").dataset.guard = "/events/";
  const link = '<input name=_confirmed data-confirmed value=yes><a href="/events/create" data-carries></a>';
  find("form").insertAdjacentHTML("beforeend", link);
  find("a").onclick = () => false; // jsdom would go there
  find("a").click();
  assert.deepEqual([kept(), isDirty()], [null, false]);
  history.replaceState(null, "", "/events/create");
  await show("<main data-state=loading></main>");
  document.body.innerHTML = CALLED.replace("/events/7", "/events/");
  let restored = null;
  find("[data-restored]").addEventListener("click", () => (restored = draft()));
  await drawn();
  assert.deepEqual([restored, isDirty()], [{ name: "Fête", days: "1,2", _confirmed: "" }, true]);
  document.body.innerHTML = CALLED.replace("/events/7", "/events/"); // filled by the state
  await drawn();
  assert.equal(offered(), " · Bal 03");
});
