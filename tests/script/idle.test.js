import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { drawn, press, show, submit, type } from "./dom.js";
import "../../assets/kit/forms.js";
import { idleIn, signedInAgain, signInAgain, tick } from "../../assets/kit/idle.js";
import { start } from "../../assets/kit/page.js";

const PAGE = `<form data-guard="1:users:7"><input name=name value=a><button data-save></button></form>
  <dialog id=idle data-lasts=3600><strong data-idle-left></strong><span data-idle-said></span></dialog>
  <dialog id=sign-in-again data-value=open><form><input type=password></form></dialog>
  <button data-stay></button><button data-lapse></button>`;
const find = (selector) => document.querySelector(selector);
const isOpen = (id) => document.getElementById(id).open;
const ago = (seconds) =>
  localStorage.setItem("admin_app.last_activity", String(Math.floor(Date.now() / 1000 - seconds)));
const clicks = (name) => {
  const seen = [];
  find(`[data-${name}]`).addEventListener("click", () => seen.push(name));
  return seen;
};
const lock = async (value) => {
  find("#sign-in-again").dataset.value = value;
  await drawn();
};
let time = Date.now();
// Each test is later than what the one before did.
const later = () => {
  time += 3600_000;
  Date.now = () => time;
};

start();
beforeEach(async () => {
  later();
  localStorage.clear();
  localStorage.setItem("admin_app.token", "t");
  ago(0);
  await show(PAGE);
});

test("shortly before the end it asks, with the time that is left", () => {
  ago(3000);
  tick();
  assert.equal(isOpen("idle"), false);
  ago(3495);
  tick();
  assert.equal(isOpen("idle"), true);
  assert.match(find("[data-idle-left]").textContent, /^1:4[45]$/);
});

test("it is gone when another tab is used", () => {
  ago(3500);
  tick();
  ago(1);
  tick();
  assert.equal(isOpen("idle"), false);
});

test("nobody is asked who is signed out, or while the page does not know how long a session lasts", () => {
  ago(3500);
  localStorage.setItem("admin_app.token", "");
  tick();
  assert.equal(isOpen("idle"), false);
});

test("who types is there, and is not asked", () => {
  const stayed = clicks("stay");
  ago(3500);
  press(find("[name=name]"), "a");
  tick();
  assert.deepEqual([isOpen("idle"), stayed], [false, ["stay"]]);
});

test("at the end the server is told, once", () => {
  const lapsed = clicks("lapse");
  ago(3601);
  tick();
  tick();
  assert.deepEqual([isOpen("idle"), lapsed], [false, ["lapse"]]);
});

test("a clock that is wrong is set right by what the server says", () => {
  ago(9000);
  idleIn(1800);
  tick();
  assert.equal(isOpen("idle"), false);
  time += 1790_000;
  tick();
  assert.equal(isOpen("idle"), true);
  idleIn(1800);
  tick();
  assert.equal(isOpen("idle"), false);
  ago(0);
  idleIn(3600);
});

test("a session of a minute does not ask for half of it", () => {
  find("#idle").dataset.lasts = "60";
  ago(40);
  tick();
  assert.equal(isOpen("idle"), false);
  ago(50);
  tick();
  assert.equal(isOpen("idle"), true);
});

test("the password is asked for over the page, and what was typed stays", async () => {
  type(find("[name=name]"), "Fête");
  await lock("locked");
  assert.equal(isOpen("sign-in-again"), true);
  assert.equal(document.activeElement, find("[type=password]"));
  find("#sign-in-again").close();
  assert.equal(isOpen("sign-in-again"), true, "it cannot be put away");
  await lock("open");
  assert.equal(isOpen("sign-in-again"), false);
  assert.equal(find("[name=name]").value, "Fête");
});

test("a save that met the end goes on; nothing else is sent", () => {
  let sent = 0;
  HTMLFormElement.prototype.requestSubmit = () => {
    sent += 1;
  };
  submit(find("[data-guard]"));
  signInAgain(true);
  signedInAgain();
  assert.equal(sent, 1);
  signedInAgain();
  signInAgain(false);
  signedInAgain();
  assert.equal(sent, 1);
});
