import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../../assets/kit/popups.js";
import "../../assets/kit/roving.js";
import { one, start } from "../../assets/kit/page.js";
import { click, press, show } from "./dom.js";

/* What the browser does with popovers, and jsdom does not. */
let open = false;
window.HTMLElement.prototype.hidePopover = () => {
  open = false;
};
window.HTMLElement.prototype.showPopover = function () {
  open = true;
  const event = new window.Event("toggle");
  event.newState = "open";
  this.dispatchEvent(event);
};

start();
const by = (id) => document.getElementById(id);
const focused = () => document.activeElement.id;

beforeEach(async () => {
  open = false;
  await show(`
    <button id=opener popovertarget=menu></button>
    <div id=menu data-menu data-roving=":is(a, button):not(dialog *)">
      <a id=first href=#there></a>
      <button id=second></button>
      <button id=shut aria-disabled=true></button>
      <button id=asks command=show-modal></button>
      <dialog id=asked><button id=inside></button></dialog>
    </div>`);
});

test("an arrow on the button opens the menu at its first entry", () => {
  press(by("opener"), "ArrowDown");
  assert.equal(open, true);
  assert.equal(focused(), "first");
});

test("arrows go round, Home and End go to the ends, dialogs aside", () => {
  by("menu").showPopover();
  press(by("first"), "ArrowDown");
  assert.equal(focused(), "second");
  press(by("second"), "ArrowUp");
  press(by("first"), "ArrowUp");
  assert.equal(focused(), "asks");
  press(by("asks"), "ArrowDown");
  assert.equal(focused(), "first");
  press(by("first"), "End");
  assert.equal(focused(), "asks");
  press(by("asks"), "Home");
  assert.equal(focused(), "first");
});

test("what opens within the menu leaves the focus alone", () => {
  by("menu").showPopover();
  by("second").focus();
  const event = new window.Event("toggle");
  event.newState = "open";
  by("shut").dispatchEvent(event);
  assert.equal(focused(), "second");
});

test("other keys are left to the browser", () => {
  assert.equal(press(by("first"), "Tab"), true);
  assert.equal(press(by("opener"), "Enter"), true);
  assert.equal(open, false);
});

test("a choice closes the menu; what opens a dialog or tells why it is shut does not", () => {
  by("menu").showPopover();
  click(by("asks"));
  click(by("shut"));
  click(by("inside"));
  assert.equal(open, true);
  click(by("second"));
  assert.equal(open, false);
});

test("when a dialog of the menu is closed, so is the menu, and the focus is on its button", () => {
  by("menu").showPopover();
  by("asked").showModal();
  by("inside").focus();
  by("asked").close();
  assert.equal(open, false);
  assert.equal(focused(), "opener");
});

test("a dialog that stands beside a menu gives the focus back to what opens the menu, and to nothing else's place", async () => {
  await show(`<p id=row tabindex=0></p><div class=menu-place><button id=opener popovertarget=menu></button>
    <div id=menu data-menu><button id=keys-button command=show-modal commandfor=keys></button></div>
    <dialog id=keys></dialog></div>`);
  click(by("keys-button"));
  by("keys").close();
  assert.equal(focused(), "opener");
  by("row").focus();
  by("keys").close(); // opened by a key: the browser has given it back already
  assert.equal(focused(), "row");
});

test("the answers of a dialog that asks anew are the first ones again once it is closed, what is held there stays", async () => {
  await show(`
    <dialog id=asking><form data-anew>
      <input name=ids value="">
      <input type=radio name=format value=sheet checked id=sheet><input type=radio name=format value=raw id=raw>
    </form></dialog>
    <dialog id=other><form><input type=radio name=kept value=a checked><input type=radio name=kept value=b id=b></form></dialog>`);
  one("[name=ids]").value = "1,2";
  by("raw").checked = true;
  by("b").checked = true;
  for (const id of ["asking", "other"]) by(id).dispatchEvent(new window.Event("close"));
  assert.equal(by("sheet").checked, true);
  assert.equal(one("[name=ids]").value, "1,2");
  assert.equal(by("b").checked, true);
});

// proves CAMPAIGN-41
test("rows that are still ticked are meant again by a dialog that asks anew, and nobody once they are not", async () => {
  await show(`<section data-list=users><table><tr><td><input type=checkbox data-select=1 data-name=Ada></td></tr></table>
    <div data-bulk><button data-clear-selection></button></div>
    <dialog id=asking><form data-anew>
      <input type=radio name=scope value=everything checked>
      <input type=radio name=scope value=selected data-needs-selection>
    </form></dialog></section>`);
  const scope = () => one("[name=scope]:checked").value;
  click(one("[data-select]"));
  one("[value=everything]").checked = true;
  by("asking").close();
  assert.equal(scope(), "selected");
  click(one("[data-clear-selection]"));
  by("asking").close();
  assert.equal(scope(), "everything");
});

test("Escape shuts a box that unfolds, and its opener has the focus", async () => {
  await show(`
    <details id=box data-escapes open>
      <summary id=opener tabindex=0></summary>
      <details open><summary></summary><input id=field></details>
    </details>`);
  by("field").focus();
  press(by("field"), "a");
  assert.equal(by("box").open, true);
  press(by("field"), "Escape");
  assert.equal(by("box").open, false);
  assert.equal(focused(), "opener");
});
