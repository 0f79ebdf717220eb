import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/metrics/canonical-json.ts";
import { jsonDiff } from "../../src/metrics/json-diff.ts";
import type { JsonValue } from "../../src/metrics/parse-json.ts";

test.each<[JsonValue, JsonValue, number]>([
  [{}, {}, 1],
  [[], [], 1],
  [{}, { a: 1 }, 0],
  [[], [1], 0],
  [null, null, 1],
  [null, 0, 0],
  ["", "", 1],
  ["", null, 0],
  [true, true, 1],
  [true, false, 0],
  [1, 3, 0.5],
  ["kitten", "sitting", 1 - 3 / 7],
  // Objects: the mean over the keys of both; what is not there is null.
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, 1],
  [{ a: 1, b: 2 }, { a: 1 }, 1 / 2],
  [{ a: 1, b: null }, { a: 1 }, 1],
  [{ a: 1, b: "x" }, { a: 3, c: "x" }, 0.5 / 3],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, (1 + 0.8) / 2],
  [{ constructor: 1 }, {}, 0],
  // Lists: by place, over the longer length.
  [[1, 2, 3], [1, 2], 2 / 3],
  [[1, 2], [2, 1], 2 / 3],
  // Two kinds: the JSON texts, keys in order. `1` and `"1"`; `[1]` and `{"a":1}`.
  [1, "1", 1 / 3],
  [true, "true", 4 / 6],
  [[1], { a: 1 }, 1 / 7],
  // Texts that hold an object or list are that.
  ['{"a": 1, "b": 2}', { b: 2, a: 1 }, 1],
  [" [1, 2] ", "[1,2]", 1],
  [{ a: "[1]" }, { a: [1] }, 1],
  ["[1, 2", "[1, 2", 1],
  ["5", "5.0", 1 / 3],
])("%j and %j are alike by %d", (a, b, expected) => {
  expect(jsonDiff(a, b)).toBeCloseTo(expected, 12);
  expect(jsonDiff(b, a)).toBeCloseTo(expected, 12);
});

test.each<[JsonValue, JsonValue, number]>([
  [[1, 2, 3], [3, 1, 2], 1],
  [["a", "b"], ["b"], 1 / 2],
  [[1, 1], [1], 1 / 2],
  [[1, 3], [3], 1 / 2],
  [{ a: [[1, 2], "x"] }, { a: ["x", [2, 1]] }, 1],
])("%j and %j, lists without an order, are alike by %d", (a, b, expected) => {
  expect(jsonDiff(a, b, { unordered_arrays: true })).toBeCloseTo(expected, 12);
});

test("long lists of equal items in any order take no time", () => {
  const list = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `boat ${id % 7}` }));

  expect(jsonDiff(list, list.toReversed(), { unordered_arrays: true })).toBe(1);
});

test("any value is like itself, with its keys and lists turned round too, and all from 0 to 1", () => {
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }) as fc.Arbitrary<JsonValue>;
  const property = fc.property(json, json, (a, b) => {
    expect(jsonDiff(a, a)).toBeCloseTo(1, 9);
    expect(jsonDiff(reversed(a), a, { unordered_arrays: true })).toBeCloseTo(1, 9);
    expect(jsonDiff(canonicalJson(a), JSON.stringify(a))).toBeCloseTo(1, 9);
    const score = jsonDiff(a, b);
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1 + 1e-9);
  });
  fc.assert(property);
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).reverse();
  return Object.fromEntries(fields.map(([key, item]) => [key, reversed(item)]));
}
