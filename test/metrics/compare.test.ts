import { describe, expect, test } from "vitest";
import { contains, fuzzyMatches, matchPrefix } from "../../src/metrics/compare.ts";
import { vectors } from "../helpers/vectors.ts";

interface MatcherRow {
  readonly sampled: string;
  readonly expected: string;
  readonly options?: string[];
  readonly separator?: "non-alphanumeric";
  readonly picked: string | null;
  readonly correct: boolean;
}

const nonAlphanumeric = (next: string) => !/[\p{L}\p{N}]/u.test(next);

describe("matchPrefix", () => {
  test.each(vectors<MatcherRow>("matcher"))(
    "picks as openai/evals does: $sampled, expected $expected, options $options, separator $separator",
    ({ sampled, expected, options, separator, picked, correct }) => {
      const separates = separator && nonAlphanumeric;

      const match = matchPrefix(sampled, expected, { options, separator: separates, parity: true });

      expect(match).toEqual({
        correct,
        expected: [expected],
        picked,
        sampled,
        options: options ?? [expected],
      });
    },
  );

  test("the separator sees a whole character, not half of a surrogate pair", () => {
    const seen: string[] = [];

    matchPrefix("A😀", "A", { separator: (next) => seen.push(next) > 0 });

    expect(seen).toEqual(["😀"]);
  });

  test.each([
    ["", false, true],
    ["anything", false, false],
    ["", true, true],
    ["anything", true, true],
  ])("an empty ideal and the output %j, parity %j: correct is %j", (sampled, parity, correct) => {
    expect(matchPrefix(sampled, "", { parity }).correct).toBe(correct);
  });

  test("an empty ideal does not hide the ideal that the output begins with", () => {
    expect(matchPrefix("Lima", ["", "Lima"]).picked).toBe("Lima");
  });
});

test.each([
  ["hello world", "world", true],
  ["world", "hello world", false],
  ["", "", true],
  ["anything", "", false],
])("contains: %j, %j is %j", (output, text, expected) => {
  expect(contains(output, text)).toBe(expected);
});

test("with parity every output contains the empty text", () => {
  expect(contains("anything", "", { parity: true })).toBe(true);
});

test.each([
  ["the", "a", true],
  ["the", "Paris", false],
  ["Paris", "the", false],
  ["par", "Paris", true],
  ["Paris, France", "Paris", true],
])("fuzzy: %j and %j is %j", (output, ideal, expected) => {
  expect(fuzzyMatches(output, ideal)).toBe(expected);
});
