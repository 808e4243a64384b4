import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { foreseen, foresees, KEPT, laid, onLaid, reveal, show } from "../../assets/kit/foreseen.js";

const LIST = "root.list";
const NEXT = "/users?page=2";
const values = { rows: ["c", "d"], page: 2 };
let state;
let told;
foresees({ getSnapshot: (name) => (name === LIST ? state : undefined) });
onLaid(LIST, () => told.push(laid(LIST, state).page));
onLaid("root", () => assert.fail("another state has not changed"));
beforeEach(() => {
  reveal();
  show("");
  state = { rows: ["a", "b"], page: 1, total: 4 };
  told = [];
});

test("what was foreseen is laid over what the server said, until it answers", () => {
  foreseen(LIST, NEXT, values);
  assert.equal(laid(LIST, state), state);
  assert.equal(show(NEXT), true);
  assert.deepEqual(laid(LIST, state), { rows: ["c", "d"], page: 2, total: 4 });
  assert.equal(laid("root", state), state, "of that list alone");
  assert.equal(laid(LIST, state), laid(LIST, state));
  state = { ...state, total: 5 };
  assert.equal(laid(LIST, state).total, 5);
  reveal();
  assert.equal(laid(LIST, state), state);
  assert.deepEqual(told, [2, 1]);
});

test("another address was not foreseen, and nothing is kept for later", () => {
  foreseen(LIST, NEXT, values);
  assert.equal(show("/users?page=3"), false);
  assert.equal(show(NEXT), false);
  assert.deepEqual(told, []);
});

test("where nothing is known of the next address, what was shown stays until the server answers", () => {
  foreseen(LIST, NEXT, values);
  show(NEXT);
  assert.equal(show("/users?page=3"), false);
  assert.equal(laid(LIST, state).page, 2);
  foreseen(LIST, "/users?page=4", { page: 4 });
  assert.equal(show("/users?page=4"), true);
  assert.equal(laid(LIST, state).page, 4);
  reveal();
  assert.deepEqual(told, [2, 4, 1]);
});

test("a list that has said something since is asked", () => {
  foreseen(LIST, NEXT, values);
  state = { ...state, rows: ["b"] };
  assert.equal(show(NEXT), false);
});

test("what is old is asked", () => {
  mock.timers.enable({ apis: ["Date"] });
  foreseen(LIST, NEXT, values);
  mock.timers.tick(KEPT);
  assert.equal(show(NEXT), false);
  mock.timers.reset();
});
