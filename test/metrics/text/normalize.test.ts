import { expect, test } from "vitest";
import { normalizeAnswer } from "../../../src/metrics/text/normalize.ts";
import { vectors } from "../../helpers/vectors.ts";

test.each(vectors<{ input: string; normalized: string }>("normalize"))(
  "$input becomes $normalized",
  ({ input, normalized }) => {
    expect(normalizeAnswer(input)).toBe(normalized);
  },
);

test.each([
  ["Polish `ać` keeps its first letter", "ać", "ać"],
  ["a Chinese text after an article mark stays whole", "A.资本", "a资本"],
])("%s", (_, input, normalized) => {
  expect(normalizeAnswer(input)).toBe(normalized);
});
