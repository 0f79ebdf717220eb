import { expect, test } from "vitest";
import { splitWords, stripEnd } from "../../../src/metrics/text/white-space.ts";

test("words are cut where Python cuts them: at U+001C to U+001F and U+0085, not at U+FEFF", () => {
  expect(splitWords(" a\u001cb\u0085c\ufeffd\u3000e \n")).toEqual(["a", "b", "c\ufeffd", "e"]);
});

test("a text of white space has no words", () => {
  expect(splitWords(" \n\t")).toEqual([]);
});

test("the end is stripped of Python's white space", () => {
  expect(stripEnd(" a \u001f\u2028")).toBe(" a");
  expect(stripEnd("a\ufeff")).toBe("a\ufeff");
});

test("a long run of spaces inside a text costs no more than other characters", () => {
  const text = `a${" ".repeat(1_000_000)}b`;

  expect(stripEnd(text)).toBe(text);
});
