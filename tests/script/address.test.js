import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { go, queryWith, routed } from "../../assets/kit/address.js";
import { start } from "../../assets/kit/page.js";
import { after, change, click, drawn, show, type } from "./dom.js";

const went = [];
const find = (selector) => document.querySelector(selector);
const PAGE = `<input type=search data-param=name data-value=""><select data-param=status><option value=""><option value=1></select>
  <section data-inner=members><input data-param=name><a href="#members?page=2"></a><a href="#other" id=other></a>
    <button data-turns></button></section>`;

start();
routed((address, options) => went.push([address, options]));
beforeEach(async () => {
  went.length = 0;
  history.replaceState(null, "", "/users?page=3&perPage=25");
  await show(PAGE);
});

test("a filter is written to the query, on its first page; an empty one is taken out", () => {
  assert.equal(queryWith("page=3&perPage=25", "name", "Éva & co"), "perPage=25&name=%C3%89va+%26+co");
  assert.equal(queryWith("name=x&page=3", "name", ""), "");
  assert.equal(queryWith("name=x&page=3", "name", "x"), null);
  assert.equal(queryWith("", "name", ""), null);
});

test("a choice goes to the address at once, as a step of its own", async () => {
  find("select").value = "1";
  change(find("select"));
  await after(10);
  assert.deepEqual(went, [["/users?perPage=25&status=1", { replace: false, preventScrollReset: true }]]);
});

test("what is typed goes there once, after a pause, and is no step", async () => {
  for (const text of ["E", "Ev", "Eve "]) type(find("[type=search]"), text);
  await after(100);
  assert.deepEqual(went, []);
  await after(300);
  assert.deepEqual(went, [["/users?perPage=25&name=Eve", { replace: true, preventScrollReset: true }]]);
});

test("a list inside a record is behind the # of its address", async () => {
  let turns = 0;
  find("[data-turns]").onclick = () => turns++;
  assert.equal(click(find("[data-inner] a")), false);
  assert.deepEqual([location.hash, turns, went.length], ["#members?page=2", 1, 0]);
  type(find("[data-inner] input"), "Eve");
  await after(400);
  assert.deepEqual([location.hash, turns, location.search], ["#members?name=Eve", 2, "?page=3&perPage=25"]);
  find("#other").onclick = (event) => event.preventDefault();
  click(find("#other"));
  assert.equal(turns, 2);
});

test("a link opened in another tab is left to the browser", () => {
  const link = find("[data-inner] a");
  link.addEventListener("click", (event) => {
    link.dataset.left = String(!event.defaultPrevented);
    event.preventDefault();
  });
  click(link, { ctrlKey: true });
  assert.equal(link.dataset.left, "true");
});

test("a field shows what the state holds, except while somebody types there", async () => {
  const search = find("[type=search]");
  search.dataset.value = "Eve";
  await drawn();
  assert.equal(search.value, "Eve");
  type(search, "Evelyn");
  search.dataset.value = "Ev";
  await drawn();
  assert.equal(search.value, "Evelyn");
});

test("what is typed after Back is left alone again", async () => {
  const search = find("[type=search]");
  window.dispatchEvent(new window.Event("popstate"));
  type(search, "Evelyn");
  search.dataset.value = "Ev";
  await drawn();
  assert.equal(search.value, "Evelyn");
});

test("Back changes the field somebody types in too", async () => {
  const search = find("[type=search]");
  type(search, "Evelyn");
  await after(400);
  window.dispatchEvent(new window.Event("popstate"));
  search.dataset.value = "Eve";
  await drawn();
  assert.equal(search.value, "Eve");
});

test("a link inside the application is followed by the router; where it leads already is no step", async () => {
  await show(`<a data-route href="/users/show/7?from=1#roles">Ada</a><a data-route href="${location.href}">here</a>`);
  const [there, here] = document.querySelectorAll("a");
  assert.equal(click(there), false);
  assert.equal(click(here), false);
  assert.deepEqual(went, [
    ["/users/show/7?from=1#roles", { replace: false }],
    ["/users?page=3&perPage=25", { replace: true }],
  ]);
});

test("another tab, another window and another site are the browser's own", async () => {
  await show('<a data-route href="/users/show/7">Ada</a><a data-route href="https://example.org/">there</a>');
  const [link, there] = document.querySelectorAll("a");
  const asked = [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }];
  for (const options of asked) assert.equal(click(link, options), true);
  // What asks first, or has a purpose of its own for the click, has stopped it.
  link.addEventListener("click", (event) => event.preventDefault());
  click(link);
  assert.equal(click(there), true);
  assert.deepEqual(went, []);
});

// proves LIST-36
test("another page of a list begins at its top once its rows are there, and not again", async () => {
  const scrolled = [];
  window.scrollTo = (...place) => scrolled.push([...place, location.search]);
  const turned = async (address, options) => {
    routed((to, how) => {
      went.push([to, how]);
      history.pushState(null, "", to);
    });
    go(address, options);
    find("table").setAttribute("aria-busy", "true");
    await after(1);
    const before = scrolled.length;
    find("table").setAttribute("aria-busy", "false");
    await after(1);
    return [before, scrolled.length];
  };
  await show("<table aria-busy=false></table>");
  assert.deepEqual(await turned("/users?page=4"), [0, 1]);
  assert.deepEqual(went, [["/users?page=4", { preventScrollReset: true }]]);
  assert.deepEqual(scrolled, [[0, 0, "?page=4"]]);
  find("table").setAttribute("aria-busy", "true");
  find("table").setAttribute("aria-busy", "false");
  await after(1);
  assert.equal(scrolled.length, 1);
  // A map that was moved stays where it is; another screen is the router's.
  assert.deepEqual(await turned("/users?page=5", { replace: true, preventScrollReset: true }), [1, 1]);
  assert.deepEqual(await turned("/communities?page=2"), [1, 1]);
});
