import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";

/* React is a package of the pages, not of these tests: what they need of it. */
const REACT = `data:text/javascript,
export const Fragment = Symbol.for("react.fragment");
export const createElement = (type, given, ...children) => {
  const { key = null, ...props } = given ?? {};
  return { type, key, props, children };
};`;
registerHooks({
  resolve: (name, context, next) =>
    name === "react" ? { url: encodeURI(REACT), shortCircuit: true } : next(name, context),
});
const { jsx } = await import("../../assets/kit/jsx.js");
const Fragment = Symbol.for("react.fragment");
const Eye = { render: () => null };

test("a branch of a condition is what is in it", () => {
  const shown = jsx("b", {}, "text");
  assert.equal(jsx(Fragment, {}, shown), shown);
  assert.equal(jsx(Fragment, {}, "text"), "text");
  assert.equal(jsx(Fragment, {}), null);
  assert.equal(jsx(Fragment, {}, undefined), null);
});

test("a fragment stays where it holds several, or where a key tells them apart", () => {
  assert.equal(jsx(Fragment, {}, "one", "two").type, Fragment);
  assert.equal(jsx(Fragment, { key: 7 }, "one").key, 7);
  assert.equal(jsx(Fragment, {}, jsx("img", { key: "address" })).type, Fragment);
});

test("an icon is one element wherever it stands, for each size", () => {
  const small = jsx(Eye, { "aria-hidden": "true", size: 15 });
  assert.equal(jsx(Eye, { size: 15, "aria-hidden": "true" }), small);
  assert.notEqual(jsx(Eye, { "aria-hidden": "true", size: 18 }), small);
  assert.deepEqual(small.props, { "aria-hidden": "true", size: 15 });
});

test("what says more than its size is an element of its own, and so is a plain tag", () => {
  const more = { "aria-hidden": "true", size: 15, className: "turned" };
  assert.notEqual(jsx(Eye, more), jsx(Eye, more));
  const keyed = { "aria-hidden": "true", size: 15, key: "one" };
  assert.equal(jsx(Eye, keyed).key, "one");
  assert.notEqual(jsx("input", { "aria-hidden": "true", size: 15 }), jsx("input", { "aria-hidden": "true", size: 15 }));
});

test("the styles of an element are its own property", () => {
  assert.deepEqual(jsx("p", { css: { color: "red" }, style: { top: 0 } }).props, { style: { color: "red", top: 0 } });
});
