import fc from "fast-check";
import { expect, test } from "vitest";
import { DataError } from "../../src/core/errors.ts";
import { addChrfStatistics, chrf, chrfScore, chrfStatistics } from "../../src/metrics/chrf.ts";
import { vectors } from "../helpers/vectors.ts";

interface Row {
  readonly id: string;
  readonly hypothesis: string;
  readonly references: readonly string[];
  readonly expected: { readonly chrF: number; readonly "chrF++": number };
}

test.each(vectors<Row>("chrf"))("chrF and chrF++ as sacreBLEU: $id", (row) => {
  const { hypothesis, references, expected } = row;

  expect(chrf(hypothesis, references)).toBeCloseTo(expected.chrF, 9);
  expect(chrf(hypothesis, references, { wordOrder: 2 })).toBeCloseTo(expected["chrF++"], 9);
});

test("the reference that gives the highest score counts, wherever it stands", () => {
  expect(chrf("the boat", ["a pier", "the boat", "no"])).toBe(1);
});

test("the score of several texts is that of their counts together", () => {
  const parts = [chrfStatistics("ab", ["abc"]), chrfStatistics("x", ["y"])];

  const [one, other] = parts;
  if (!one || !other) throw new Error("two parts");
  const both = addChrfStatistics(one, other);

  // Of one character 2 of 3 and 2 of 4 are right, of two 1 of 1 and 1 of 2; of three the text has none.
  const precision = (2 / 3 + 1) / 2;
  const recall = (2 / 4 + 1 / 2) / 2;
  expect(chrfScore(both)).toBeCloseTo((5 * precision * recall) / (4 * precision + recall), 12);
});

test("n-grams that the reference is too short for count against nobody", () => {
  expect(chrfStatistics("abcd", ["ab"])).toEqual({
    counts: [2, 1, 0, 0, 0, 0],
    totals: [4, 3, 0, 0, 0, 0],
    reference_totals: [2, 1, 0, 0, 0, 0],
  });
});

test("a character beyond the BMP is one", () => {
  expect(chrfStatistics("𠮷", ["𠮷"]).counts).toEqual([1, 0, 0, 0, 0, 0]);
});

test("without a reference there is no chrF", () => {
  expect(() => chrf("a", [])).toThrow(DataError);
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  // Lone surrogates as well.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => {
    return String.fromCharCode(...units);
  }),
  fc.array(fc.constantFrom("a", "ab", "(c)", "华"), { maxLength: 8 }).map((words) => {
    return words.join(" ");
  }),
);
const wordOrder = fc.constantFrom(0, 1, 2);

test("whatever the texts, the score is a number from 0 to 1", () => {
  const references = fc.array(text, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, references, wordOrder, (hypothesis, all, order) => {
      const score = chrf(hypothesis, all, { wordOrder: order });

      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test("a text that is its reference scores 1", () => {
  fc.assert(
    fc.property(text, wordOrder, (some, order) => {
      const same = `${some}x`;

      expect(chrf(same, [same], { wordOrder: order })).toBeCloseTo(1, 9);
    }),
  );
});
