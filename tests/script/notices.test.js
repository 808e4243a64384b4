import assert from "node:assert/strict";
import { test } from "node:test";
import "../../assets/kit/notices.js";
import { start } from "../../assets/kit/page.js";
import { press, show } from "./dom.js";

const notice = (id) => `<li class=notice><button data-id=${id}></button><span class=notice-life></span></li>`;

start();

test("a notice is closed when its time line ends, the latest by Escape", async () => {
  const closed = [];
  await show(`<ul class=notices>${notice("a")}${notice("b")}${notice("c")}</ul>`);
  for (const button of document.querySelectorAll("button")) button.onclick = () => closed.push(button.dataset.id);
  document.querySelector(".notice-life").dispatchEvent(new Event("animationend", { bubbles: true }));
  press(document.body, "Escape");
  assert.deepEqual(closed, ["a", "c"]);
});
