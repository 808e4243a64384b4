import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { start } from "../../assets/kit/page.js";
import { routeOf } from "../../assets/kit/prefetch.js";
import { show } from "./dom.js";

const route = (path, name) => ({
  parentId: "root",
  path,
  module: `/assets/${name}.js`,
  imports: ["/assets/shared.js"],
});
const ROUTES = {
  root: { path: "", module: "/assets/root.js", imports: [] },
  home: route(undefined, "home"),
  list: route("users", "list"),
  edit: route("users/:record_id", "edit"),
  create: route("users/create", "create"),
  show: route("users/show/:record_id", "show"),
};
const asked = [];

start();
window.__reactRouterManifest = { routes: ROUTES };
globalThis.fetch = async (address) => {
  asked.push(address);
  if (address.includes("create")) throw new Error("no network");
  return new Response("");
};
beforeEach(() => {
  asked.length = 0;
});

test("the route of an address is the one that says the most of it", () => {
  const named = (address) => routeOf(ROUTES, address)?.module;
  assert.equal(named("/users"), "/assets/list.js");
  assert.equal(named("/users/create"), "/assets/create.js");
  assert.equal(named("/users/7"), "/assets/edit.js");
  assert.equal(named("/users/show/7"), "/assets/show.js");
  assert.equal(named("/"), "/assets/home.js");
  assert.equal(named("/elsewhere/there"), undefined);
});

test("the code of a screen is fetched once its link has the focus, and once only", () => {
  show('<a href="/users/show/7">Ada</a><a href="/users/show/8">Bob</a><a href="https://there.test/users">There</a>');
  for (const link of document.querySelectorAll("a")) link.focus();
  assert.deepEqual(asked, ["/assets/show.js", "/assets/shared.js"]);
});

test("a pointer that passes fetches nothing, one that rests does", async () => {
  show('<a href="/users/create" id=passed>New</a><a href="/users/9" id=rested>Edit</a><p>text</p>');
  const over = (selector) =>
    document.querySelector(selector).dispatchEvent(new window.MouseEvent("pointerover", { bubbles: true }));
  over("#passed");
  over("p");
  over("#rested");
  assert.deepEqual(asked, []);
  await new Promise((done) => setTimeout(done, 120));
  assert.deepEqual(asked, ["/assets/edit.js"]);
});

test("what did not come is fetched again", async () => {
  show('<a href="/users/create">New</a><a href="/users/create">New</a>');
  const links = document.querySelectorAll("a");
  links[0].focus();
  await new Promise((done) => setTimeout(done));
  links[1].focus();
  assert.deepEqual(asked, ["/assets/create.js", "/assets/create.js"]);
});
