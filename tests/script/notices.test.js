import assert from "node:assert/strict";
import { test } from "node:test";
import { age, clearOf } from "../../assets/kit/notices.js";
import { start } from "../../assets/kit/page.js";
import { show } from "./dom.js";

const SIZE = 800;
const bar = (top, bottom) => ({ top, bottom });
const notice = (id) => `<li class=notice data-notice=${id}><button></button><span class=notice-life></span></li>`;

start();

test("notices stand at the edge, above a bar that is there, and above what stands on it", () => {
  assert.equal(clearOf([], 80, SIZE), 20);
  assert.equal(clearOf([bar(740, 800)], 80, SIZE), 72);
  // A bar that does not reach the bottom: the end of its page.
  assert.equal(clearOf([bar(690, 744)], 80, SIZE), 122);
  assert.equal(clearOf([bar(600, 680), bar(740, 800)], 80, SIZE), 212);
  // One that is far above, or out of the window, is in nobody's way; one that leaves no room does not push.
  assert.equal(clearOf([bar(100, 160), bar(900, 960)], 80, SIZE), 20);
  assert.equal(clearOf([bar(10, 800)], 80, SIZE), 20);
});

test("a notice that was there before the page was loaded again has the time it had left", async () => {
  assert.deepEqual(age(["a"], 1000), [0]);
  assert.deepEqual(age(["a", "b"], 3000), [2000, 0]);
  assert.equal(sessionStorage.getItem("admin_app.notices"), '{"a":1000,"b":3000}');
  // None is there while the page is on its way.
  assert.deepEqual(age([], 3500), []);
  assert.deepEqual(age(["b"], 4000), [1000]);
  assert.equal(sessionStorage.getItem("admin_app.notices"), '{"b":3000}');
  sessionStorage.setItem("admin_app.notices", "");
  age(["c"], Date.now() - 2500);
  await show(`<ul class=notices>${notice("c")}${notice("d")}</ul>`);
  const [old, fresh] = [...document.querySelectorAll(".notice-life")].map(({ style }) => style.animationDelay);
  assert.match(old, /^-2[5-9]\d\dms$/);
  assert.equal(fresh, "");
});
