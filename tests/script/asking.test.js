import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./dom.js";
import { asks, isAsked, news, turnTo } from "../../assets/kit/asking.js";
import { foreseen, laid } from "../../assets/kit/foreseen.js";

const ROOT = "root";
const stored = { "root.session.token": "abc", "root.list.size": "25" };
const known = { "root.session": { token: "abc" }, "root.list": { size: "25" } };
const sent = [];
const listeners = [];
let hydrated = true;
const app = {
  state_name: ROOT,
  onLoadInternalEvent: () => [{ name: "update_vars", payload: { vars: { ...stored } } }, { name: "on_load" }],
};
const store = {
  dispatchers: {
    [ROOT]: (delta) => {
      hydrated = delta.is_hydrated_rx_state_;
      for (const listener of listeners) listener();
    },
  },
  subscribe: (_, listener) => listeners.push(listener),
  getSnapshot: (name) => (name === ROOT ? { is_hydrated_rx_state_: hydrated } : known[name]),
};
const names = (events) => events.map(({ name }) => name);
/* What Reflex does when React has drawn an address. */
function drawn() {
  store.dispatchers[ROOT]({ is_hydrated_rx_state_: false });
  return app.onLoadInternalEvent();
}
const answer = () => store.dispatchers[ROOT]({ is_hydrated_rx_state_: true });

const turn = (address) => turnTo(address, async () => history.pushState(null, "", address));

asks({ app, store, send: (events) => sent.push(...events) });
beforeEach(() => {
  history.replaceState(null, "", "/users");
  drawn();
  answer();
  sent.length = 0;
});

test("of the browser's storage the server is told what it does not know, and all again after a while", () => {
  const minute = 60 * 1000;
  assert.deepEqual(news(stored, store, minute), {});
  assert.deepEqual(news({ ...stored, "root.list.size": "50" }, store, minute), { "root.list.size": "50" });
  assert.deepEqual(news({ "root.unread.size": "50" }, store, minute), { "root.unread.size": "50" });
  assert.deepEqual(news({ "root.unread.size": "50" }, store, minute), {});
  assert.deepEqual(news(stored, store, 20 * minute), stored);
});

test("nothing of it goes before a question when nothing is new", () => {
  assert.deepEqual(names(drawn()), ["on_load"]);
});

test("a value that another part of the page has written goes before it", () => {
  stored["root.list.size"] = "50";
  const [first, second] = drawn();
  assert.deepEqual(first.payload.vars, { "root.list.size": "50" });
  assert.equal(second.name, "on_load");
  known["root.list"] = { size: "50" };
  assert.deepEqual(names(drawn()), ["on_load"]);
});

test("another page of the list is asked for at once, and once", async () => {
  await turn("/users?page=2");
  assert.deepEqual([names(sent), hydrated], [["on_load"], false]);
  await turn("/users?page=2");
  assert.equal(sent.length, 1);
  assert.deepEqual([drawn(), hydrated], [[], false]);
  answer();
  assert.equal(hydrated, true);
});

test("an answer that comes before React has drawn the address is not forgotten", async () => {
  await turn("/users?page=2");
  answer();
  assert.deepEqual([drawn(), hydrated], [[], true]);
});

test("an address that came in another way is asked for when it is drawn", async () => {
  await turn("/users?page=2");
  history.pushState(null, "", "/users?page=3");
  assert.deepEqual(names(drawn()), ["on_load"]);
});

test("the same address asked for again later is asked again", async () => {
  await turn("/users?page=2");
  drawn();
  await turn("/users?page=2");
  assert.deepEqual(names(sent), ["on_load", "on_load"]);
});

const LIST = "root.list";
const shown = () => laid(LIST, known[LIST]).page;

test("a page that was foreseen is there while it is asked for, until the server answers", async () => {
  foreseen(LIST, "/users?page=2", { page: 2 });
  const turned = turn("/users?page=2");
  assert.deepEqual([names(sent), shown(), isAsked()], [[], 2, false]);
  await turned;
  assert.deepEqual([names(sent), shown()], [["on_load"], 2]);
  drawn();
  assert.equal(shown(), 2);
  answer();
  assert.equal(shown(), undefined);
});

test("a page that was not foreseen is awaited", async () => {
  await turn("/users?page=2");
  assert.equal(isAsked(), true);
  answer();
  assert.equal(isAsked(), false);
});

test("who goes elsewhere meanwhile does not see it there", async () => {
  foreseen(LIST, "/users?page=2", { page: 2 });
  await turn("/users?page=2");
  history.pushState(null, "", "/events");
  drawn();
  assert.equal(shown(), undefined);
});

test("where something holds a page back, the one that is there stays", async () => {
  foreseen(LIST, "/users?page=2", { page: 2 });
  await turnTo("/users?page=2", async () => {});
  assert.deepEqual([names(sent), shown(), isAsked(), hydrated], [[], undefined, false, true]);
});

test("nor does a page wait for one that was not foreseen", async () => {
  await turnTo("/users?page=2", async () => {});
  assert.deepEqual([names(sent), isAsked(), hydrated], [[], false, true]);
});
