import fc from "fast-check";
import { expect, test } from "vitest";
import { lcsLength } from "../../../src/metrics/rouge/lcs-length.ts";
import { lcsPath } from "../../../src/metrics/rouge/lcs-path.ts";

test("counts in order, not side by side", () => {
  expect(lcsLength("abcde".split(""), "axcxe".split(""))).toBe(3);
  expect(lcsLength("ab".split(""), "ba".split(""))).toBe(1);
});

test("has the length of the path that a whole table gives, over words of 32 bits too", () => {
  const tokens = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 100 });
  fc.assert(
    fc.property(tokens, tokens, (a, b) => {
      expect(lcsLength(a, b)).toBe(lcsPath(a, b, "shorten-first").length);
      expect(lcsLength(a, b)).toBe(lcsPath(b, a, "shorten-second").length);
    }),
  );
});
