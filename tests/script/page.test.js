import assert from "node:assert/strict";
import { test } from "node:test";
import { on, onDraw, start, stop, whenThere } from "../../assets/kit/page.js";
import { click, drawn, press, show } from "./dom.js";

const done = [];
on("click", "[data-first]", (_, event) => {
  done.push("first");
  if (document.body.dataset.stops) stop(event);
});
on("click", "[data-first], [data-second]", (found) => done.push(found.id));
on("click", null, () => done.push("any"));
on("keydown", "li", (found) => done.push(found.id), true);
on("keydown", "li", (found) => done.push(`${found.id} later`));
let draws = 0;
onDraw(() => {
  draws += 1;
});
start();

test("an action gets the nearest element of its selector, in the order of registration", async () => {
  await show("<div data-first id=outer><p data-second id=inner><b>words</b></p></div>");
  done.length = 0;
  click(document.querySelector("b"));
  assert.deepEqual(done, ["first", "inner", "any"]);
});

test("what an action stops ends there", async () => {
  await show("<button data-first id=one></button>");
  document.body.dataset.stops = "yes";
  done.length = 0;
  assert.equal(click(document.querySelector("button")), false);
  assert.deepEqual(done, ["first"]);
  delete document.body.dataset.stops;
});

test("an action may come before the element's own handlers, or after them", async () => {
  await show("<ul><li id=line><button></button></li></ul>");
  document.querySelector("button").addEventListener("keydown", () => done.push("own"));
  done.length = 0;
  press(document.querySelector("button"), "a");
  assert.deepEqual(done, ["line", "own", "line later"]);
});

test("what is drawn is drawn once for many changes", async () => {
  await drawn();
  const before = draws;
  for (let count = 0; count < 20; count++) {
    document.body.append(document.createElement("p"));
    await Promise.resolve();
  }
  await drawn();
  assert.equal(draws, before + 1);
});

// proves BUDGET-26
test("rows that have turned are drawn and laid out before the frame begins", async () => {
  await show("<table><tr data-id=1></tr></table>");
  await drawn();
  const before = draws;
  let laidOut = 0;
  document.body.getBoundingClientRect = () => {
    laidOut += 1;
  };
  document.body.append(document.createElement("p"));
  document.querySelector("tr").dataset.id = "2";
  await Promise.resolve();
  assert.deepEqual([draws, laidOut], [before + 1, 1]);
  delete document.body.getBoundingClientRect;
  await drawn();
  assert.equal(draws, before + 1);
});

test("what is there is acted on at once, what comes later when it comes, and once", async () => {
  const seen = [];
  await show("<p id=here></p>");
  whenThere(
    () => document.getElementById("here"),
    (each) => seen.push(each.id),
  );
  assert.deepEqual(seen, ["here"]);
  whenThere(
    () => document.getElementById("late"),
    (each) => seen.push(each.id),
  );
  await show("<p></p>");
  assert.deepEqual(seen, ["here"]);
  await show("<p id=late></p>");
  await show("<p id=late></p><p></p>");
  assert.deepEqual(seen, ["here", "late"]);
});
