import fc from "fast-check";
import { expect, test } from "vitest";
import { wordCounter } from "../../../src/metrics/text/length.ts";
import { piecesOf } from "../../../src/metrics/text/pieces.ts";
import { rougeTokenizer } from "../../../src/metrics/text/rouge-tokenizers.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

const SCRIPTS =
  "ab1 2\t\n.,'-、。！？，：華山以険峻カメラひらー한국ไทยภาษา\u0301\u3099\u200d\u202f\ufe0f👍🇩🇪𠮷א";
const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...SCRIPTS), fc.string({ unit: "binary" })),
});

test("the words of pieces are the words of the text, in all scripts mixed", () => {
  // ICU 78 cuts a text that begins with this mark in another way the first time than ever after.
  wordsOf("カー");

  fc.assert(
    fc.property(text, (any) => {
      expect(piecesOf(any).flatMap(wordsOf)).toEqual(wordsOf(any));
    }),
    { numRuns: 1000 },
  );
});

test.each(["a \u{16fe4}a", "a  \u{16fe4}a", "。\u0301カ", " \u200d👍", "1，2。3"])(
  "the words of pieces are those of %j, where a mark follows a border",
  (marked) => {
    expect(piecesOf(marked).flatMap(wordsOf)).toEqual(wordsOf(marked));
  },
);

test.each([
  [40_000, "one word after another ".repeat(10_000)],
  [20_000, "华山，险峻。".repeat(10_000)],
])("all %d words of a long text are found and counted", (words, long) => {
  expect(wordCounter()(long)).toBe(words);
  expect(rougeTokenizer("words")(long)).toHaveLength(words);
});
