import fc from "fast-check";
import { expect, test } from "vitest";
import { exactMatch } from "../../src/metrics/exact-match.ts";
import { jsonDiff } from "../../src/metrics/json-diff.ts";
import { levenshteinSimilarity } from "../../src/metrics/levenshtein.ts";
import { meteor } from "../../src/metrics/meteor.ts";
import { ROUGE_TYPES, rouge } from "../../src/metrics/rouge/rouge.ts";
import { ROUGE_TOKENIZER_NAMES, rougeTokenizer } from "../../src/metrics/text/rouge-tokenizers.ts";
import { tokenF1 } from "../../src/metrics/token-f1.ts";

const LONE_SURROGATE = fc
  .integer({ min: 0xd800, max: 0xdfff })
  .map((unit) => String.fromCharCode(unit));
const SCRIPTS = fc.constantFrom(
  "a",
  "The",
  "9",
  " ",
  "\n",
  ".",
  "華",
  "カ",
  "\u3099",
  "\u0301",
  "İ",
  "ß",
);
const anyText = fc.string({
  unit: fc.oneof(LONE_SURROGATE, SCRIPTS, fc.string({ unit: "binary", maxLength: 1 })),
  maxLength: 40,
});
const tokenize = rougeTokenizer("unicode");

/** Every way to compare two texts; each has the score of texts that are the same. */
const SCORES: readonly [string, (a: string, b: string) => readonly number[]][] = [
  ...ROUGE_TOKENIZER_NAMES.map((tokenizer): (typeof SCORES)[number] => [
    `ROUGE by ${tokenizer}`,
    (a, b) => Object.values(rouge(a, b, { types: ROUGE_TYPES, tokenizer, stemmer: "porter" })),
  ]),
  ["ROUGE of NFKC", (a, b) => Object.values(rouge(a, b, { normalize: "NFKC" }))],
  ["METEOR", (a, b) => [meteor(tokenize(a), tokenize(b))]],
  ["word F1", (a, b) => [tokenF1(a, b)]],
  ["word F1 by unicode", (a, b) => [tokenF1(a, b, { tokenizer: "unicode" })]],
  ["Levenshtein similarity", (a, b) => [levenshteinSimilarity(a, b)]],
  ["likeness as JSON", (a, b) => [jsonDiff(a, b)]],
];

test.each(SCORES)("%s is 0 to 1 whatever the texts are, lone surrogates too", (_, scores) => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      for (const score of scores(a, b)) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test("any text is the most alike to itself", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = tokenize(text);
      const shared = Number(tokens.length > 0);

      expect(rouge(text, text, { types: ["rouge-1", "rouge-lsum"] })).toEqual({
        "rouge-1-p": shared,
        "rouge-1-r": shared,
        "rouge-1-f": shared,
        "rouge-lsum-p": shared,
        "rouge-lsum-r": shared,
        "rouge-lsum-f": shared,
      });
      expect(meteor(tokens, tokens)).toBeCloseTo(shared && 1 - 0.5 / tokens.length ** 3, 12);
      expect(tokenF1(text, text)).toBe(1);
      expect(levenshteinSimilarity(text, text)).toBe(1);
      expect(jsonDiff(text, text)).toBe(1);
      for (const unicode of ["NFC", "NFKC"] as const) {
        expect(exactMatch(text, text, { unicode, ignore_case: true })).toBe(true);
      }
    }),
  );
});
