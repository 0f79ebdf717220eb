import { expect, test } from "vitest";
import { cosine } from "../../src/metrics/cosine.ts";

test.each([
  [[3, 4], [30, 40], 1],
  [[1, 0], [-2, 0], -1],
  [[1, 0], [0, 5], 0],
  [[1, 1], [1, 0], Math.SQRT1_2],
])("vectors %j and %j have a cosine of %d", (a, b, expected) => {
  expect(cosine(a, b)).toBeCloseTo(expected, 15);
});

test.each([
  ["a vector of zeros has no direction", [0, 0], [1, 0]],
  ["vectors of two lengths have no angle", [1], [1, 0]],
  ["empty vectors have no angle", [], []],
])("%s", (_, a, b) => {
  expect(cosine(a, b)).toBeNull();
});

test("large and small values neither overflow nor vanish", () => {
  expect(cosine([1e200, 1e200], [1e100, 1e100])).toBeCloseTo(1, 12);
  expect(cosine([1e-200, 0], [1e-100, 0])).toBeCloseTo(1, 12);
});
