import fc from "fast-check";
import { expect, test } from "vitest";
import { isWithin, numericSimilarity } from "../../src/metrics/numeric.ts";
import { readNumber } from "../../src/metrics/text/read-number.ts";

test.each([
  [0, 0, 1],
  [5, 5, 1],
  [0, 5, 0],
  [1, 3, 0.5],
  [-1, -3, 0.5],
  [-2, 2, 0],
  [1e308, 1.7e308, 1 - 0.7 / 2.7],
  [5e-324, 1e-323, 1 - 1 / 3],
  [Number.POSITIVE_INFINITY, 1, 0],
  [12345678901234567890n, 12345678901234567890n, 1],
  [2n, 2, 1],
  [3n, 1, 0.5],
])("%s and %s are alike by %d", (a, b, expected) => {
  expect(numericSimilarity(a, b)).toBeCloseTo(expected, 12);
  expect(numericSimilarity(b, a)).toBeCloseTo(expected, 12);
});

test("any two numbers are alike by 0 to 1, and each is by 1 to itself", () => {
  const number = fc.double({ noNaN: true });
  const property = fc.property(number, number, (a, b) => {
    expect(numericSimilarity(a, a)).toBe(1);
    expect(numericSimilarity(a, b)).toBeGreaterThanOrEqual(0);
    expect(numericSimilarity(a, b)).toBeLessThanOrEqual(1);
  });
  fc.assert(property);
});

test.each([
  [3, 3, {}, true],
  [3.0000001, 3, {}, false],
  [0.1 + 0.2, 0.3, {}, true],
  [1.1, 1, { abs_tol: 0.1 }, true],
  [1.11, 1, { abs_tol: 0.1 }, false],
  [101, 100, { rel_tol: 0.01 }, true],
  [99, 100, { rel_tol: 0.01 }, true],
  [102, 100, { rel_tol: 0.01 }, false],
  [-101, -100, { rel_tol: 0.01 }, true],
  [0.001, 0, { rel_tol: 0.5 }, false],
  [102, 100, { rel_tol: 0.01, abs_tol: 2 }, true],
] as const)("%d is taken for %d with %j: %j", (...[value, reference, tolerance, expected]) => {
  expect(isWithin(value, reference, tolerance)).toBe(expected);
});

test.each([
  ["42", 42],
  [" -1,250.5\n", -1250.5],
  ["+2e-3", 0.002],
  [".5", 0.5],
  ["−7", -7],
  ["1,25", undefined],
  ["1,2345", undefined],
  ["42 apples", undefined],
  ["", undefined],
  ["NaN", undefined],
  ["Infinity", undefined],
  ["0x10", undefined],
  ["1e999", undefined],
])("%j as a whole is the number %s", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each([
  ["Of 12 boats 7 are left.", 12, 7],
  ["It costs $1,250.75.", 1250.75, 1250.75],
  ["from 2-3 to -4", 2, -4],
  ["2-3", 2, 3],
  ["x4 and v1.5 but 6", 6, 6],
  ["between 1, 2 and 3", 1, 3],
  ["none", undefined, undefined],
])("of %j the first number is %s and the last %s", (text, first, last) => {
  expect(readNumber(text, "first")).toBe(first);
  expect(readNumber(text, "last")).toBe(last);
});
