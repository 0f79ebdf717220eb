import { expect, test } from "vitest";
import { pythonRound } from "../../src/core/python-round.ts";

test.each([
  [0.125, 2, 0.12],
  [0.625, 2, 0.62],
  [2.675, 2, 2.67],
  [2.5, 0, 2],
  [-0.125, 2, -0.12],
  [-2.5, 0, -2],
  [1250, -2, 1200],
  [1350, -2, 1400],
  [5e-324, 2, 0],
  [1.7976931348623157e308, 2, 1.7976931348623157e308],
  [1e22, 2, 1e22],
  [0.1 + 0.2, 16, 0.3],
])("%d to %d places is %d, as in Python", (value, digits, expected) => {
  expect(pythonRound(value, digits)).toBe(expected);
});

test("what is no finite number stays as it is", () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, 0].map((value) => pythonRound(value, 2))).toEqual([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0,
  ]);
});
