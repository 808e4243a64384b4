import assert from "node:assert/strict";
import { test } from "node:test";
import { discard } from "../../assets/kit/drafts.js";
import "../../assets/kit/forms.js";
import { content, followOn } from "../../assets/kit/following.js";
import { on, start } from "../../assets/kit/page.js";
import { after, show, type } from "./dom.js";

const sent = [];
on("click", "[data-followed]", () => sent.push(content().name));
start();

const form = (name) => `<form data-guard="/campaigns/7"><input name=name value=${name}>
  <button type=button data-followed></button></form>`;
const typed = async (...names) => {
  for (const name of names) type(document.querySelector("input"), name);
  await after(20);
};

test("what a form holds is sent at once, and then the last of it whenever the one before was answered", async () => {
  await show(form("Bal"));
  await after(20);
  assert.deepEqual(sent, ["Bal"]);
  await typed("Bals", "Bals d", "Bals de");
  assert.deepEqual(sent, ["Bal"], "one question is under way");
  followOn();
  assert.deepEqual(sent, ["Bal", "Bals de"]);
  followOn();
  await typed("Bals de");
  assert.equal(sent.length, 2, "nothing has changed");
  await typed("Bals des", "Bals des fleurs");
  assert.deepEqual(sent.slice(2), ["Bals des fleurs"], "nothing was under way");
  await show(document.body.innerHTML);
  discard();
  await after(20);
  assert.equal(sent.length, 4, "another form does not wait for the answer to the one before");
  await show("<form data-guard='/users/7'><input name=name value=Ada></form>");
  followOn();
  await after(20);
  assert.equal(sent.length, 4, "a form that nobody follows");
});

test("an answer that does not come is not waited for longer than a moment", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const before = sent.length;
  document.body.innerHTML = form("Fest-noz");
  type(document.querySelector("input"), "Fest-noz");
  context.mock.timers.tick(1);
  type(document.querySelector("input"), "Fest-noz d’hiver");
  context.mock.timers.tick(2000);
  assert.deepEqual(sent.slice(before), ["Fest-noz"]);
  context.mock.timers.tick(2000);
  assert.deepEqual(sent.slice(before), ["Fest-noz", "Fest-noz d’hiver"]);
});
