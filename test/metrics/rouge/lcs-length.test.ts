import fc from "fast-check";
import { expect, test } from "vitest";
import { lcsLength } from "../../../src/metrics/rouge/lcs-length.ts";
import { lcsPath } from "../../../src/metrics/rouge/lcs-path.ts";

test("counts in order, not side by side", () => {
  expect(lcsLength("abcde".split(""), "axcxe".split(""))).toBe(3);
  expect(lcsLength("ab".split(""), "ba".split(""))).toBe(1);
});

test("has the length of the path that a whole table gives, over strips of 30 rows too", () => {
  const tokens = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 100 });
  fc.assert(
    fc.property(tokens, tokens, (a, b) => {
      expect(lcsLength(a, b)).toBe(lcsPath(a, b, "shorten-first").length);
      expect(lcsLength(a, b)).toBe(lcsPath(b, a, "shorten-second").length);
    }),
  );
});

test.each([29, 30, 31, 59, 60, 61])("finds all of %d tokens, and all but one", (length) => {
  const tokens = Array.from({ length }, (_, index) => `w${index}`);

  expect(lcsLength(tokens, tokens)).toBe(length);
  expect(lcsLength(["x", ...tokens], [...tokens, "x"])).toBe(length);
  expect(lcsLength(tokens.toSpliced(7, 1), tokens)).toBe(length - 1);
});

test("a hundred thousand different tokens need no table", () => {
  const tokens = Array.from({ length: 100_000 }, (_, index) => `w${index}`);

  expect(lcsLength(tokens.slice(0, 1000), tokens.toReversed())).toBe(1);
  expect(lcsLength(tokens, tokens.slice(0, 1000))).toBe(1000);
});
