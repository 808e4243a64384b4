import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/sections.js";
import { click, drawn, show } from "./dom.js";

const by = (id) => document.getElementById(id);
const line = (key) =>
  `<a id=to-${key} href="#section-${key}" data-to-section=section-${key}><span data-mark hidden></span></a>`;

start();
beforeEach(() =>
  show(`<nav data-index>${line("who")}${line("more")}${line("shut")}</nav>
    <form><section><h2 id=section-who tabindex=-1></h2><input id=name></section>
    <section><details id=fold><summary><h2 id=section-more tabindex=-1></h2></summary><input id=taste></details></section>
    </form>`),
);

test("a section with something to correct is marked, and opens", async () => {
  assert.equal(by("fold").open, false);
  by("taste").setAttribute("aria-invalid", "true");
  document.body.append("");
  await drawn();
  const marked = [...document.querySelectorAll("[data-mark]")].map((each) => !each.hidden);
  assert.deepEqual(marked, [false, true, false]);
  assert.equal(by("fold").open, true);
});

test("a link leads into its section, which opens", () => {
  assert.equal(click(by("to-more")), false);
  assert.equal(by("fold").open, true);
  assert.equal(document.activeElement.id, "section-more");
  assert.equal(click(by("to-more"), { ctrlKey: true }), true);
});
