import assert from "node:assert/strict";
import { test } from "node:test";
import { isWholeDay, isWholeTime, readDay, readTime, today, writeDay } from "../../assets/kit/written.js";

const YEAR = Number(today().slice(0, 4));

for (const [text, day] of [
  ["14/05/1991", "1991-05-14"],
  ["7/6/1977", "1977-06-07"],
  ["07061977", "1977-06-07"],
  ["070677", "1977-06-07"],
  ["7/6/77", "1977-06-07"],
  ["7-6-1977", "1977-06-07"],
  ["7.6.1977", "1977-06-07"],
  ["7 6 1977", "1977-06-07"],
  ["7 juin 1977", "1977-06-07"],
  ["1er août 1977", "1977-08-01"],
  ["1 aout 1977", "1977-08-01"],
  ["7 June 1977", "1977-06-07"],
  ["7 Jun 1977", "1977-06-07"],
  ["7th of June 1977", "1977-06-07"],
  ["14 févr. 2026", "2026-02-14"],
  [" 1977-06-07 ", "1977-06-07"],
  ["29/02/2024", "2024-02-29"],
]) {
  test(`${text} is ${day}`, () => assert.deepEqual(readDay(text), { value: day }));
}

test("a day without a year is this year's, where days may be to come", () => {
  assert.equal(readDay("7/6").value, `${YEAR}-06-07`);
  assert.equal(readDay("7/6", "1900-01-01", today()).wrong, "form");
});

test("a year of two figures is the latest that can be", () => {
  const two = (year) => String(year).slice(2);
  assert.equal(readDay(`01/01/${two(YEAR)}`, "1900-01-01", today()).value, `${YEAR}-01-01`);
  assert.equal(readDay(`01/01/${two(YEAR + 1)}`, "1900-01-01", today()).value, `${YEAR - 99}-01-01`);
  assert.equal(readDay(`01/01/${two(YEAR + 1)}`).value, `${YEAR + 1}-01-01`);
  assert.equal(readDay(`01/01/${two(YEAR + 30)}`).value, `${YEAR - 70}-01-01`);
});

test("what is no day says why", () => {
  assert.deepEqual(readDay("31/02/2026"), { wrong: "impossible", year: 2026, month: 2, days: 28 });
  assert.deepEqual(readDay("31042026"), { wrong: "impossible", year: 2026, month: 4, days: 30 });
  assert.deepEqual(readDay("05/14/1991"), { wrong: "swapped", text: "14/05/1991" });
  for (const text of [
    "x",
    "14",
    "14/05/199",
    "32/01/2026",
    "0/1/2026",
    "14/13/2026",
    "ju 2026",
    "7 ju 1977",
    "1/1/0000",
  ]) {
    assert.deepEqual(readDay(text), { wrong: "form" }, text);
  }
});

test("a day outside its bounds is told, and held", () => {
  assert.deepEqual(readDay("01/01/2999", "1900-01-01", today()), { wrong: "late", value: "2999-01-01" });
  assert.deepEqual(readDay("31/12/1899", "1900-01-01", today()), { wrong: "early", value: "1899-12-31" });
});

test("a day is whole with its year", () => {
  for (const text of ["7/6/1977", "07061977", "1977-06-07", "7 juin 1977"]) assert.equal(isWholeDay(text), true, text);
  for (const text of ["7/6", "7/6/19", "070619", "1977-06"]) assert.equal(isWholeDay(text), false, text);
});

for (const [text, time] of [
  ["8h30", "08:30"],
  ["8 h 30", "08:30"],
  ["8h", "08:00"],
  ["8", "08:00"],
  ["830", "08:30"],
  ["0830", "08:30"],
  ["08:30", "08:30"],
  ["20.15", "20:15"],
  ["8:30 pm", "20:30"],
  ["12 am", "00:00"],
  ["12pm", "12:00"],
  ["8h30min", "08:30"],
  ["0h00", "00:00"],
]) {
  test(`${text} is ${time}`, () => assert.deepEqual(readTime(text), { value: time }));
}

// proves FORM-27
test("what is no time is told", () => {
  for (const text of ["24:00", "8h60", "13 pm", "x", "8h3", "12345"])
    assert.deepEqual(readTime(text), { wrong: "form" });
  assert.equal(isWholeTime("8h30") && isWholeTime("0830"), true);
  assert.equal(isWholeTime("8") || isWholeTime("083"), false);
});

// proves FORM-26
test("a day is written in the language of the page", () => {
  assert.equal(writeDay("1991-05-14", "fr"), "14/05/1991");
  assert.equal(writeDay("1991-05-14", "en"), "14 May 1991");
  assert.equal(writeDay("1991-09-04", "en"), "4 Sep 1991");
  for (const text of ["31/02/2026", "2026-02-31", ""]) assert.equal(writeDay(text, "fr"), text);
});
