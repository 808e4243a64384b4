import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/recent.js";
import { show } from "./dom.js";

const RECENT = "admin_app.recent";
const kept = () => localStorage.getItem(RECENT);
const page = (person) => `<dialog id=palette data-person="${person}"></dialog><ul data-recent></ul>`;
const opened = [{ address: "/users/show/7", label: "Camille Lefebvre" }];

start();
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(RECENT, JSON.stringify({ person: "1", opened }));
});

test("what a person opened last is offered to them", async () => {
  await show(page("1"));
  assert.equal(document.querySelector("[data-recent] a").textContent, "Camille Lefebvre");
});

// proves SESSION-30
test("the next person finds nothing of it, nor does their browser keep it", async () => {
  await show(page("2"));
  assert.equal(document.querySelector("[data-recent] a"), null);
  assert.equal(kept(), null);
});

// proves SESSION-30
test("the sign-in screen keeps nothing where nobody is signed in", async () => {
  localStorage.setItem("admin_app.token", "t");
  await show("<main data-screen=login></main>");
  assert.notEqual(kept(), null);
  localStorage.setItem("admin_app.token", "");
  await show("<main data-screen=login>again</main>");
  assert.equal(kept(), null);
});
