import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./dom.js";
import { forgetTab, tabProof } from "../../assets/patches/tab_proof.js";

const NAME = "admin_app.tab";

beforeEach(forgetTab);

test("a tab has one proof, of 32 bytes, in its own storage alone", () => {
  const proof = tabProof();
  assert.match(proof, /^[0-9a-f]{64}$/);
  assert.equal(tabProof(), proof);
  assert.equal(sessionStorage.getItem(NAME), proof);
  assert.equal(localStorage.getItem(NAME), null);
});

test("two tabs have two", () => {
  const proof = tabProof();
  forgetTab();
  assert.notEqual(tabProof(), proof);
});

test("a reload finds it again", async () => {
  sessionStorage.setItem(NAME, "ab".repeat(32));
  const { tabProof: reloaded } = await import("../../assets/patches/tab_proof.js?reloaded");
  assert.equal(reloaded(), "ab".repeat(32));
});

test("who leaves forgets it, and the token of the address", () => {
  sessionStorage.setItem("token", "t");
  tabProof();
  forgetTab();
  assert.deepEqual([sessionStorage.getItem(NAME), sessionStorage.getItem("token")], [null, null]);
});
