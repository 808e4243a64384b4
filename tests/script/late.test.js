import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/late.js";
import { after, show } from "./dom.js";

start();

// proves BUDGET-26
test("a picture is fetched after the frame that shows what it stands beside", async () => {
  let seen;
  const shown = show("<p>Camille <img data-src='/camille.png' alt=''></p>");
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      seen = document.querySelector("img").hasAttribute("src");
    }),
  );
  await shown;
  await after(60);
  assert.equal(seen, false);
  assert.equal(document.querySelector("img").getAttribute("src"), "/camille.png");
});

test("one that has its address keeps it", async () => {
  await show("<img data-src='/other.png' src='/shown.png' alt=''>");
  await after(60);
  assert.equal(document.querySelector("img").getAttribute("src"), "/shown.png");
});
