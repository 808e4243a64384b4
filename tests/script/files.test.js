import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../../assets/kit/clipboard.js";
import { styleOf } from "../../assets/kit/columns.js";
import { fileProblem } from "../../assets/kit/files.js";
import { show } from "./dom.js";

const LIMITS = { max: "1000", wrongType: "type", tooBig: "size", empty: "empty" };

test("a file is refused by its name and its size, in this order", () => {
  const problem = (name, size) => fileProblem({ name, size }, ".csv,.txt,text/csv", LIMITS);
  assert.equal(problem("people.CSV", 10), "");
  assert.equal(problem("people.xlsx", 5000), "type");
  assert.equal(problem("text/csv", 10), "type");
  assert.equal(problem("people.txt", 1001), "size");
  assert.equal(problem("people.txt", 0), "empty");
});

test("a table is copied as rows and cells", async () => {
  await show("<table><tr><th>Name<th>Age<tr><td>Eve<td>36</table>");
  assert.equal(textOf(document.querySelector("table")), "Name\tAge\nEve\t36");
});

test("hidden columns are hidden in their list alone", () => {
  assert.equal(styleOf("users", []), "");
  assert.equal(
    styleOf("users", ["id", "home.address"]),
    '[data-list="users"] [data-col="id"],[data-list="users"] [data-col="home\\.address"]{display:none}',
  );
});
