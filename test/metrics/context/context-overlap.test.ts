import { expect, test } from "vitest";
import {
  idPrecision,
  idRecall,
  textPrecision,
  textRecall,
} from "../../../src/metrics/context/context-overlap.ts";

test.each([
  [["a", "b", "c"], ["a", "d"], 1 / 3, 1 / 2],
  [["a", "a", "b"], ["a"], 1 / 2, 1],
  [["a"], ["a", "a"], 1, 1],
  [[], ["a"], null, 0],
  [["a"], [], 0, null],
  [[], [], null, null],
])(
  "of ids %j beside %j precision is %s and recall %s",
  (...[retrieved, reference, ...expected]) => {
    expect([idPrecision({ retrieved, reference }), idRecall({ retrieved, reference })]).toEqual(
      expected,
    );
  },
);

test.each([
  // Average precision over the ranks: 1/1 and 2/3 of two.
  [["night ferry", "purple kite", "old harbour"], ["night ferry", "old harbour"], 5 / 6, 1],
  // "abcd" and "abxy" are alike by exactly 0.5: enough for precision, not for recall.
  [["abcd"], ["abxy"], 1, 0],
  [["abcd"], ["abcx"], 1, 1],
  [["abcd"], ["wxyz"], 0, 0],
  [["abcd"], ["wxyz", "abcd"], 1, 1 / 2],
  [[], ["abcd"], 0, 0],
  [["abcd"], [], 0, null],
  [[], [], 0, null],
])("of texts %j beside %j precision is %d and recall %s", (...row) => {
  const [retrieved, reference, precision, recall] = row;

  expect(textPrecision({ retrieved, reference })).toBeCloseTo(precision, 9);
  expect(textRecall({ retrieved, reference })).toBe(recall);
});

test("R83: blank passages are like none, and none has to be found", () => {
  expect(textPrecision({ retrieved: [""], reference: ["", "abcd"] })).toBe(0);
  expect(textRecall({ retrieved: [""], reference: ["abcd"] })).toBe(0);
  expect(textRecall({ retrieved: ["abcd"], reference: ["", " "] })).toBeNull();
});
