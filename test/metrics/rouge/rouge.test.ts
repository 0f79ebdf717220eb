import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ROUGE_TYPES, type RougeOptions, rouge } from "../../../src/metrics/rouge/rouge.ts";
import {
  ROUGE_TOKENIZER_NAMES,
  rougeTokenizer,
} from "../../../src/metrics/text/rouge-tokenizers.ts";

interface Vector {
  readonly id: string;
  readonly hypothesis: string;
  readonly reference: string;
  readonly options?: RougeOptions;
  readonly expected: Readonly<Record<string, number>>;
  readonly hypothesis_tokens?: readonly string[];
  readonly reference_tokens?: readonly string[];
}

const file = new URL("../../fixtures/vectors/rouge.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as {
  readonly rouge_score: readonly Vector[];
  readonly unicode: readonly Vector[];
  readonly pltrdy: readonly Vector[];
};

/** Scores of the types that a vector speaks of. */
function scored({ hypothesis, reference, expected }: Vector, options: RougeOptions) {
  const names = new Set(Object.keys(expected).map((key) => key.slice(0, -2)));
  const types = ROUGE_TYPES.filter((type) => names.has(type));
  return rouge(hypothesis, reference, { ...options, types });
}

describe.each(["rouge_score", "unicode"] as const)("with the tokenizer %s", (name) => {
  test.each(vectors[name])("$id has the scores of Google's program", (vector) => {
    const scores = scored(vector, vector.options ?? {});

    expect(Object.keys(scores).sort()).toEqual(Object.keys(vector.expected).sort());
    for (const [key, value] of Object.entries(vector.expected)) {
      expect(scores[key], key).toBeCloseTo(value, 9);
    }
  });

  test.each(vectors[name].filter(({ options }) => options?.stemmer !== "porter"))(
    "$id is cut into its tokens",
    ({ hypothesis, reference, hypothesis_tokens, reference_tokens }) => {
      const tokenize = rougeTokenizer(name);

      expect(tokenize(hypothesis)).toEqual(hypothesis_tokens);
      expect(tokenize(reference)).toEqual(reference_tokens);
    },
  );
});

test.each(vectors.pltrdy)("$id has the scores of the Python package rouge", (vector) => {
  const scores = scored(vector, { impl: "pltrdy" });

  for (const [key, value] of Object.entries(vector.expected)) {
    expect(scores[key], key).toBeCloseTo(value, 9);
  }
});

test.each([
  // 3 of 4 and of 3 words: the space behind the dot is an empty one.
  ["the boat leaves. ", "the boat leaves", { "rouge-1-p": 0.75, "rouge-1-r": 1 }],
  ["the boat leaves. ", "the pier closes. ", { "rouge-1-p": 0.5, "rouge-1-r": 0.5 }],
])("the package rouge counts a blank sentence: %j beside %j", (hypothesis, reference, expected) => {
  const scores = rouge(hypothesis, reference, { impl: "pltrdy", types: ["rouge-1"] });

  expect(scores).toMatchObject(expected);
});

test("full-width letters are others, unless texts are normalized", () => {
  const [hypothesis, reference] = ["ＡＢＣ", "abc"];

  expect(rouge(hypothesis, reference)["rouge-1-f"]).toBe(0);
  expect(rouge(hypothesis, reference, { normalize: "NFKC" })["rouge-1-f"]).toBe(1);
});

test("words of the ICU are longer than characters", () => {
  const options = { tokenizer: "words", types: ["rouge-1"] } as const;

  expect(rouge("华山 以", "华山", options)).toEqual({
    "rouge-1-p": 0.5,
    "rouge-1-r": 1,
    "rouge-1-f": expect.closeTo(2 / 3, 12),
  });
});

test("texts of ten thousand tokens are compared", () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `w${index}`);
  const text = words.join(" ");
  const odd = words.filter((_, index) => index % 2 === 1).join(" ");

  const scores = rouge(odd, text);

  expect(scores["rouge-l-p"]).toBe(1);
  expect(scores["rouge-l-r"]).toBe(0.5);
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  // Halves of surrogate pairs alone, as a stream that was cut has them.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => {
    return String.fromCharCode(...units);
  }),
  fc.array(fc.constantFrom("a", "bb", "華", "é", ".", "\n"), { maxLength: 20 }).map((words) => {
    return words.join(" ");
  }),
);
const anyWords = fc.array(fc.constantFrom("a", "bb", "c", "華", "é", "."), { maxLength: 80 });

test.each<RougeOptions>([
  ...ROUGE_TOKENIZER_NAMES.map((tokenizer) => ({ types: ROUGE_TYPES, tokenizer })),
  { types: ROUGE_TYPES, stemmer: "porter", normalize: "NFKC" },
  { types: ROUGE_TYPES.filter((type) => type !== "rouge-lsum"), impl: "pltrdy" },
])("whatever the texts are, scores are numbers from 0 to 1: %j", (options) => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      for (const score of Object.values(rouge(a, b, options))) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test("a text scores 1 beside itself when it has a token", () => {
  fc.assert(
    fc.property(anyWords, (words) => {
      const text = words.join(" ");
      const hasToken = rougeTokenizer("unicode")(text).length > 0;
      const scores = rouge(text, text, { types: ["rouge-1", "rouge-l", "rouge-lsum"] });
      for (const score of Object.values(scores)) expect(score).toBe(hasToken ? 1 : 0);
    }),
  );
});
