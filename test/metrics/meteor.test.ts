import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { meteor } from "../../src/metrics/meteor.ts";

interface Vector {
  readonly id: string;
  readonly hypothesis_tokens: readonly string[];
  readonly reference_tokens: readonly string[];
  readonly expected: number;
}

const file = new URL("../fixtures/vectors/meteor.json", import.meta.url);
const VECTORS = JSON.parse(readFileSync(file, "utf8")) as readonly Vector[];

test.each(VECTORS)(
  "$id has the score of nltk",
  ({ hypothesis_tokens, reference_tokens, expected }) => {
    expect(meteor(hypothesis_tokens, reference_tokens)).toBeCloseTo(expected, 9);
  },
);

const word = fc.oneof(
  fc.constantFrom("boats", "boat", "the", "pier", "é"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
);
const words = fc.array(word, { maxLength: 30 });

test("m words beside themselves score 1 − 0.5 / m³", () => {
  fc.assert(
    fc.property(words, (text) => {
      const expected = text.length === 0 ? 0 : 1 - 0.5 / text.length ** 3;
      expect(meteor(text, text)).toBeCloseTo(expected, 12);
    }),
  );
});

test("whatever the words are, the score is 0 to 1", () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(meteor(a, b)).toBeGreaterThanOrEqual(0);
      expect(meteor(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});
