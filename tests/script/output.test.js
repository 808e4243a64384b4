import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/output.js";
import { click, show } from "./dom.js";

test("a button for it opens the print dialog of the browser", async () => {
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  start();
  await show("<button data-prints><b>Print</b></button><button id=other></button>");
  click(document.querySelector("#other"));
  assert.equal(printed, 0);
  click(document.querySelector("b"));
  assert.equal(printed, 1);
});
