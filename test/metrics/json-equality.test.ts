import { expect, test } from "vitest";
import { jsonEquals } from "../../src/metrics/json-equality.ts";
import { type JsonValue, parseJson } from "../../src/metrics/parse-json.ts";

function parsed(text: string): JsonValue {
  const value = parseJson(text);
  if (value === undefined) throw new Error(`${text} is no JSON`);
  return value;
}

test.each([
  [["null", "null"], true, false],
  [['{"a":null}', '{"a":null}'], true, false],
  [["[null]", "[null]"], true, false],
  [['{"a":1,"b":null}', '{"a":1}'], false, false],
  [['{"a":1}', '{"a":1,"b":null}'], false, false],
  [['{"a":null,"b":1}', '{"b":1,"c":null}'], false, false],
  [["true", "1"], false, true],
  [["false", "0"], false, true],
  [["[true]", "[1.0]"], false, true],
  [["true", "true"], true, true],
  [["1e2", "100"], true, true],
  [["-0", "0"], true, true],
  [['"1"', "1"], false, false],
  [["{}", "[]"], false, false],
  [["[]", "[]"], true, true],
  [["[1,[2,{}]]", "[1,[2,{}]]"], true, true],
  [["[1,2]", "[2,1]"], false, false],
  [["[1]", "[1,2]"], false, false],
  [['{"a":1,"b":2}', '{"b":2,"a":1}'], true, true],
  [["9007199254740993", "9007199254740992"], false, false],
  [["9007199254740993", "9007199254740993"], true, true],
  [["100000000000000000000", "1e20"], true, true],
  [["1e20", "100000000000000000001"], false, false],
  [["9007199254740993", "1.5"], false, false],
  [['{"a":1}', '"a"'], false, false],
  [['{"__proto__":1}', "{}"], false, false],
  [['{"toString":1}', '{"a":1}'], false, false],
])("%j are equal: %j, with parity: %j", ([a = "", b = ""], equal, withParity) => {
  expect(jsonEquals(parsed(a), parsed(b))).toBe(equal);
  expect(jsonEquals(parsed(b), parsed(a))).toBe(equal);
  expect(jsonEquals(parsed(a), parsed(b), { parity: true })).toBe(withParity);
});
