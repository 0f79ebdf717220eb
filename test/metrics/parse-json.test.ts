import { expect, test } from "vitest";
import { parseJson } from "../../src/metrics/parse-json.ts";

test.each([
  ['{"a":[1,-2.5,1e2,true,null,"x"]}', { a: [1, -2.5, 100, true, null, "x"] }],
  ['  "s"\n', "s"],
  ["null", null],
  ['{"a":1,"a":2}', { a: 2 }],
  ["[9007199254740993]", [9007199254740993n]],
  ['{"9007199254740993":-9007199254740993}', { "9007199254740993": -9007199254740993n }],
  ['["9007199254740993", 9007199254740993.5]', ["9007199254740993", 9007199254740994]],
  ['"\\"9007199254740993"', '"9007199254740993'],
])("%s is read", (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test.each([
  "",
  "{a:1}",
  "{'a':1}",
  '{"a":1,}',
  "[1] 2",
  "\ufeff{}",
  "NaN",
  "[Infinity]",
  "```json\n{}\n```",
  "01",
  "undefined",
])("%j is no JSON", (text) => {
  expect(parseJson(text)).toBeUndefined();
});

test.each([
  ["NaN", Number.NaN],
  ["[-Infinity, Infinity]", [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]],
  ['{"NaN":"Infinity"}', { NaN: "Infinity" }],
  ['{"a":NaN,"b":"x \\" NaN"}', { a: Number.NaN, b: 'x " NaN' }],
])("with parity, %s is read as Python reads it", (text, value) => {
  expect(parseJson(text, { parity: true })).toEqual(value);
});

test.each([
  "-NaN",
  "+Infinity",
  "{NaN:1}",
  "1NaN",
  "NaNa",
  "nan",
  "--Infinity",
  '"NaN',
  "NaN null",
])("with parity, %s is still no JSON", (text) => {
  expect(parseJson(text, { parity: true })).toBeUndefined();
});

test("a key named __proto__ is a key like others", () => {
  const value = parseJson('{"__proto__":{"n":12345678901234567890}}');

  expect(Object.keys(value ?? {})).toEqual(["__proto__"]);
});
