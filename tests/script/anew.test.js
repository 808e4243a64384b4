import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../../assets/kit/page.js";
import "../../assets/kit/shell.js";
import { show } from "./dom.js";

globalThis.matchMedia ??= () => ({ matches: false });

// proves PAGE-14
test("a page that was loaded anew under somebody's hands has the focus on its title", async () => {
  sessionStorage.setItem("admin_app.anew", "yes");
  start();
  await show("<main data-screen='/users'><h1 tabindex=-1 id=title>Gens</h1></main>");
  assert.equal(document.activeElement.id, "title");
  assert.equal(sessionStorage.getItem("admin_app.anew"), null);
});
