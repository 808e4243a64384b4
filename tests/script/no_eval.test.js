import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import "./dom.js";
import { perform } from "../../assets/patches/no_eval.js";

let heard;
beforeEach(() => {
  heard = [];
  globalThis.hacked = false;
  window.adminApp = {
    say(...values) {
      heard.push(values);
      return values.length;
    },
  };
});
afterEach(() => delete globalThis.hacked);

test("a command is called with its values, and answers", () => {
  assert.equal(perform('window.adminApp.say("a\\n(b)", {"c": [1, null]}, true)'), 3);
  assert.equal(perform("window.adminApp.say()"), 0);
  assert.deepEqual(heard, [["a\n(b)", { c: [1, null] }, true], []]);
});

for (const code of [
  "globalThis.hacked = true",
  "window.adminApp.say(globalThis.hacked = true)",
  "window.adminApp.say(); globalThis.hacked = true",
  "globalThis.hacked = true, window.adminApp.say()",
  "window.adminApp.constructor('globalThis.hacked = true')()",
  'window.adminApp.constructor("globalThis.hacked = true")',
  'window.adminApp.hasOwnProperty("say")',
  "window.adminApp.unknown()",
  "window.adminApp.say(window)",
  "import(dataUri)",
  "",
]) {
  test(`nothing else is done: ${code}`, () => {
    assert.throws(() => perform(code));
    assert.equal(globalThis.hacked, false);
    assert.deepEqual(heard, []);
  });
}
