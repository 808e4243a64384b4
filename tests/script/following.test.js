import assert from "node:assert/strict";
import { test } from "node:test";
import { discard } from "../../assets/kit/drafts.js";
import "../../assets/kit/forms.js";
import { content } from "../../assets/kit/following.js";
import { on, start } from "../../assets/kit/page.js";
import { after, show, type } from "./dom.js";

const sent = [];
on("click", "[data-followed]", () => sent.push(content().name));
start();

test("what a form holds is sent a moment after it has changed, and once", async () => {
  const form = (name) => `<form data-guard="/campaigns/7"><input name=name value=${name}>
    <button type=button data-followed></button></form>`;
  await show(form("Bal"));
  await after(20);
  assert.deepEqual(sent, ["Bal"]);
  for (const name of ["Bals", "Bals d", "Bals de"]) type(document.querySelector("input"), name);
  assert.deepEqual(sent, ["Bal"]);
  await after(250);
  assert.deepEqual(sent, ["Bal", "Bals de"]);
  await show(document.body.innerHTML);
  discard();
  await after(250);
  assert.equal(sent.length, 3);
  await show("<form data-guard='/users/7'><input name=name value=Ada></form>");
  await after(250);
  assert.equal(sent.length, 3);
});
