import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../../assets/kit/page.js";
import { after, show } from "./dom.js";

const idle = [];
let visibility = "auto";
window.requestIdleCallback = (act) => idle.push(act);
globalThis.getComputedStyle = () => ({ contentVisibility: visibility });
performance.getEntriesByType = () => [{ type: "navigate" }];
await import("../../assets/kit/settling.js");
const row = "<tr data-testid=row></tr>";
const laid = () => document.querySelectorAll("[data-laid]").length;
const isSettled = () => document.documentElement.hasAttribute("data-settled");
start();

test("the cards of a first list are laid out a few at a time, each when nothing else is to be done", async () => {
  await show(`<table>${row.repeat(5)}</table>`);
  const counts = [];
  while (idle.length) {
    idle.shift()();
    counts.push([laid(), isSettled()]);
  }
  assert.deepEqual(counts, [
    [2, false],
    [4, false],
    [5, true],
  ]);
});

test("rows that come later are left alone", async () => {
  await show(`<table>${row.repeat(5)}</table>`);
  await after(1);
  assert.deepEqual([idle.length, laid()], [0, 0]);
});

test("where nothing is left out, the page is settled as soon as rows are there", async () => {
  document.documentElement.removeAttribute("data-settled");
  document.body.innerHTML = "";
  await import("../../assets/kit/settling.js?desk");
  visibility = "visible";
  await show(`<table>${row.repeat(5)}</table>`);
  assert.deepEqual([idle.length, laid(), isSettled()], [0, 0, true]);
});
