import { expect, test } from "vitest";
import { fuzzRatio } from "../../../src/metrics/flexeval/fuzz-ratio.ts";

// Twice the common letters over all letters: 2·4/13, 2·3/8, 2·1/16 and 2·3/16 with ties to even.
test.each([
  ["kitten", "sitting", 62],
  ["abcd", "abXd", 75],
  ["aXXXXXXX", "aYYYYYYY", 12],
  ["abcXXXXX", "abcYYYYY", 38],
  ["東京都", "東京", 80],
  ["😀a", "😀", 67],
  ["abc", "abc", 100],
  ["abc", "xyz", 0],
  ["", "", 100],
  ["", "abc", 0],
  ["abc", "", 0],
])("%j and %j are alike to %d percent", (a, b, percent) => {
  expect(fuzzRatio(a, b)).toBe(percent);
  expect(fuzzRatio(b, a)).toBe(percent);
});
