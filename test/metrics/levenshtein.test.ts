import fc from "fast-check";
import { expect, test } from "vitest";
import { levenshteinDistance, levenshteinSimilarity } from "../../src/metrics/levenshtein.ts";
import { vectors } from "../helpers/vectors.ts";

interface Row {
  readonly a: string;
  readonly b: string;
  readonly distance: number;
  readonly similarity: number;
}

test.each(vectors<Row>("levenshtein"))("$a and $b are $distance apart", (row) => {
  expect(levenshteinDistance(row.a, row.b)).toBe(row.distance);
  expect(levenshteinSimilarity(row.a, row.b)).toBeCloseTo(row.similarity, 9);
  expect(levenshteinSimilarity(row.b, row.a)).toBeCloseTo(row.similarity, 9);
});

/** By the definition, one cell after the other. */
function distanceByTable(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const replaced = (row[j] ?? 0) + Number(letter !== other);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const anyUnit = fc.oneof(
  fc.constantFrom("a", "b", "c", "华", "𠮷", "\ud842", "\udfb7"),
  fc.string(),
);

test.each([
  ["few letters", fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 40 })],
  ["texts of several blocks", fc.string({ unit: fc.constantFrom(..."abcd"), maxLength: 150 })],
  ["any characters, lone surrogates too", fc.string({ unit: anyUnit, maxLength: 40 })],
])("over %s it is what the table of all prefixes comes to", (_, text) => {
  const property = fc.property(text, text, (a, b) => {
    expect(levenshteinDistance(a, b)).toBe(distanceByTable([...a], [...b]));
    expect(levenshteinSimilarity(a, b)).toBeGreaterThanOrEqual(0);
    expect(levenshteinSimilarity(a, b)).toBeLessThanOrEqual(1);
    expect(levenshteinSimilarity(a, a)).toBe(1);
  });
  fc.assert(property, { numRuns: 300 });
});

test.each([31, 32, 33, 64, 65, 96])(
  "a pattern of %d letters fills its blocks rightly",
  (length) => {
    expect(levenshteinDistance(`x${"a".repeat(length - 2)}y`, `${"a".repeat(length)}z`)).toBe(3);
  },
);
