import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";

/* React and Reflex are packages of the pages, not of these tests: names are enough here. */
const NAMES = ["app", "ColorModeContext", "DispatchContext", "EventLoopContext", "eventLoop", "registerApp"];
const MORE = ["StateStoreContext", "UploadFilesContext", "useContext", "useMemo", "useSyncExternalStore"];
const stub = `data:text/javascript,export const ${[...NAMES, ...MORE].map((name) => `${name} = {}`).join(",")};
export const applyDelta = (state, { value }) => JSON.stringify(value) === JSON.stringify(state.value) ? state : { value };`;
registerHooks({
  resolve: (name, context, next) =>
    ["react", "../../utils/context-registry.js", "../../utils/state.js"].includes(name)
      ? { url: encodeURI(stub), shortCircuit: true }
      : next(name, context),
});
const { watched } = await import("../../assets/kit/registry.js");

test("a state that was looked at is the same until something of it that was read has changed", () => {
  let state = { page: 1, total: 100 };
  const look = watched(() => state);
  const first = look();
  assert.equal(first.total, 100);
  state = { page: 2, total: 100 };
  assert.equal(look(), first);
  state = { page: 2, total: 99 };
  const second = look();
  assert.notEqual(second, first);
  assert.equal(second.total, 99);
  assert.equal(look(), second);
});

test("what was read once counts from then on", () => {
  let state = { page: 1, total: 100 };
  const look = watched(() => state);
  const first = look();
  state = { page: 2, total: 99 };
  assert.equal(look(), first);
  assert.equal(first.page, 2);
  state = { page: 3, total: 99 };
  assert.notEqual(look(), first);
});

test("what comes and goes is a change, and what is read late is what the state holds", () => {
  let state = { page: 1 };
  const look = watched(() => state);
  const first = look();
  assert.equal(first.problem, undefined);
  state = { page: 2, problem: "gone" };
  assert.notEqual(look(), first);
  assert.equal(first.page, 2);
});

test("what says the same in another list of rows is no change", () => {
  let state = { rows: [{ id: "1" }] };
  const look = watched(() => state);
  const first = look();
  assert.equal(first.rows.length, 1);
  state = { rows: [{ id: "1" }] };
  assert.equal(look(), first);
  state = { rows: [{ id: "2" }] };
  assert.notEqual(look(), first);
});
