import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenF1 } from "../../src/metrics/token-f1.ts";
import { vectors } from "../helpers/vectors.ts";

interface Row {
  readonly hypothesis: string;
  readonly reference: string;
  readonly expected: number;
}

test.each(vectors<Row>("token-f1"))("$id: word F1 of $hypothesis and $reference", (row) => {
  expect(tokenF1(row.hypothesis, row.reference)).toBeCloseTo(row.expected, 9);
});

test.each([
  ["cat cat dog", "cat dog dog", 2 / 3],
  ["a b c", "c b a", 1],
  ["the", "a", 0],
  ["", "", 0],
  ["", "Paris", 0],
])("with parity word F1 of %j and %j is %d", (output, ideal, expected) => {
  expect(tokenF1(output, ideal, { parity: true })).toBeCloseTo(expected, 12);
});

test.each([
  // 4 of 4 and of 5 characters.
  ["华山险峻", "华山很险峻", 8 / 9],
  ["华山。", "华山", 1],
  ["锂(Li)用于电池", "锂 Li 用于", (2 * 4) / (6 + 4)],
  ["state-of-the-art", "stateoftheart", 1],
  ["the port closes early", "port closes at nine", 4 / 7],
  ["。", "！", 1],
  ["。", "华", 0],
])("with the tokenizer unicode word F1 of %j and %j is %d", (a, b, expected) => {
  expect(tokenF1(a, b, { tokenizer: "unicode" })).toBeCloseTo(expected, 9);
});

const text = fc.string({ unit: fc.oneof(fc.constantFrom("a", "the", " ", "."), fc.string()) });

test("any text scores 1 beside itself, and any two are as near from either side, from 0 to 1", () => {
  const property = fc.property(text, text, (a, b) => {
    const score = tokenF1(a, b);
    expect(tokenF1(a, a)).toBe(1);
    expect(tokenF1(b, a)).toBeCloseTo(score, 12);
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1 + 1e-9);
  });
  fc.assert(property);
});
