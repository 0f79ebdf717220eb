import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DataError } from "../../../src/core/errors.ts";
import { bleu, corpusBleu } from "../../../src/metrics/bleu/bleu.ts";
import type { BleuOptions, NltkMethod } from "../../../src/metrics/bleu/options.ts";

const KEYS = ["bleu-1", "bleu-2", "bleu-3", "bleu-4"] as const;

type Expected = Readonly<Record<string, number>>;

interface Vectors {
  readonly sentence: readonly {
    readonly id: string;
    readonly hypothesis: string;
    readonly references: readonly string[];
    readonly options: WrittenOptions;
    readonly expected: Expected;
  }[];
  readonly corpus: readonly {
    readonly id: string;
    readonly hypotheses: readonly string[];
    readonly references: readonly (readonly string[])[];
    readonly options: WrittenOptions;
    readonly expected: Expected;
  }[];
  readonly nltk_style: readonly {
    readonly id: string;
    readonly hypothesis_tokens: readonly string[];
    readonly reference_tokens: readonly (readonly string[])[];
    readonly expected_cumulative: Readonly<Record<`method${NltkMethod}`, Expected>>;
    readonly expected_individual_method0: Expected;
  }[];
}

type WrittenOptions = Omit<BleuOptions, "smooth_value"> & { readonly smooth_value?: number | null };

const file = new URL("../../fixtures/vectors/bleu.json", import.meta.url);
const vectors: Vectors = JSON.parse(readFileSync(file, "utf8"));

test.each(vectors.sentence)("sacreBLEU's scores of a sentence: $id", (row) => {
  expectScores(bleu(row.hypothesis, row.references, given(row.options)), row.expected);
});

test.each(vectors.corpus)("sacreBLEU's scores of a corpus: $id", (row) => {
  const options = given(row.options);

  const corpus = corpusBleu(row.hypotheses, row.references, options);
  const lines = row.hypotheses.map((text, index) =>
    bleu(text, row.references[index] ?? [], { ...options, effective_order: true }),
  );

  expectScores(corpus, row.expected, "corpus_");
  for (const key of KEYS) {
    const mean = lines.reduce((sum, line) => sum + line[key], 0) / lines.length;
    expect(mean).toBeCloseTo(row.expected[`mean_sentence_${key}`] ?? Number.NaN, 9);
  }
});

describe.each(vectors.nltk_style)("nltk: $id", (row) => {
  const hypothesis = row.hypothesis_tokens.join(" ");
  const references = row.reference_tokens.map((tokens) => tokens.join(" "));
  const nltk = { impl: "nltk", tokenize: "none" } as const;

  test.each([0, 1, 2, 3, 4] as const)("method %i", (method) => {
    const scores = bleu(hypothesis, references, { ...nltk, method });

    expectScores(scores, row.expected_cumulative[`method${method}`]);
  });

  test("each order alone", () => {
    const scores = bleu(hypothesis, references, { ...nltk, mode: "individual" });

    expectScores(scores, row.expected_individual_method0);
  });
});

test.each([
  ["The harbour closes at ten.", "The harbour closes at nine.", [0.833, 0.6, 0.5, 0.333]],
  ["At nine the harbour closes.", "The harbour closes at nine.", [0.667, 0.2, 0, 0]],
  ["night ferry", "night ferry", [1, 1, 0, 0]],
  ["华山以险峻著称", "华山以险峻闻名", [0.714, 0.667, 0.6, 0.5]],
])("each order alone, as EvalScope has them: %s", (hypothesis, reference, expected) => {
  const scores = bleu(hypothesis, [reference], { mode: "individual" });

  for (const [index, key] of KEYS.entries()) {
    expect(scores[key]).toBeCloseTo(expected[index] ?? Number.NaN, 3);
  }
});

test("by default a text with a Han character among its references is cut into characters", () => {
  const zh = bleu("华山以险峻著称", ["华山以险峻闻名"], { tokenize: "zh" });

  expect(bleu("华山以险峻著称", ["华山以险峻闻名"])).toEqual(zh);
  expect(bleu("华山以险峻著称", ["Mount Hua"])["bleu-1"]).toBe(0);
});

test("one Han character makes a whole corpus one of characters", () => {
  const hypotheses = ["1。2", "华山"];
  const references = [["1。3"], ["华山"]];

  // zh: 1 。 2 against 1 。 3, and two characters that are right: 4 of 5
  expect(corpusBleu(hypotheses, references)["bleu-1"]).toBeCloseTo(4 / 5, 12);
  expect(corpusBleu(hypotheses, references, { tokenize: "13a" })["bleu-1"]).toBe(1 / 2);
});

test("words are those of ICU, and white space is none", () => {
  const scores = bleu("It rained,  today.", ["It rained , today ."], { tokenize: "words" });

  expect(scores["bleu-4"]).toBe(1);
});

test("lowercase makes case no matter", () => {
  expect(bleu("THE BOAT", ["the boat"], { lowercase: true })["bleu-2"]).toBe(1);
  expect(bleu("THE BOAT", ["the boat"])["bleu-2"]).toBe(0);
});

test("an option that is undefined is as one that is not there", () => {
  const scores = bleu("night ferry", ["night ferry"], { effective_order: undefined });

  expect(scores["bleu-4"]).toBe(1);
});

test("a text without references is refused, and so are lists of unequal length", () => {
  expect(() => bleu("a", [])).toThrow(DataError);
  expect(() => corpusBleu([], [])).toThrow("needs a text");
  expect(() => corpusBleu(["a"], [["a"], ["b"]])).toThrow("1 texts and references of 2");
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  // Lone surrogates as well.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => {
    return String.fromCharCode(...units);
  }),
  fc
    .array(fc.constantFrom("a", "b", "the", ".", "3,5", "华", "。"))
    .map((words) => words.join(" ")),
);

const options: fc.Arbitrary<BleuOptions> = fc.record({
  tokenize: fc.constantFrom("auto", "13a", "zh", "char", "none", "words"),
  smooth: fc.constantFrom("exp", "floor", "add-k", "none"),
  effective_order: fc.boolean(),
  lowercase: fc.boolean(),
  mode: fc.constantFrom("cumulative", "individual"),
  impl: fc.constantFrom("sacrebleu", "nltk"),
  method: fc.constantFrom(0, 1, 2, 3, 4),
});

test("whatever the texts and options, scores are numbers from 0 to 1", () => {
  const references = fc.array(text, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, references, options, (hypothesis, all, chosen) => {
      for (const scores of [
        bleu(hypothesis, all, chosen),
        corpusBleu([hypothesis, hypothesis], [all, all], chosen),
      ]) {
        for (const score of Object.values(scores)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1 + 1e-9);
        }
      }
    }),
  );
});

test("a text that is its reference scores 1, however short", () => {
  const words = fc.array(fc.constantFrom("a", "b", "the", "华", "3,5"), { minLength: 1 });
  fc.assert(
    fc.property(words, (tokens) => {
      const same = tokens.join(" ");
      for (const score of Object.values(bleu(same, [same]))) expect(score).toBeCloseTo(1, 9);
    }),
  );
});

function given({ smooth_value, ...options }: WrittenOptions): BleuOptions {
  return { ...options, smooth_value: smooth_value ?? undefined };
}

function expectScores(scores: object, expected: Expected, prefix = ""): void {
  const wanted = KEYS.map((key) => [key, expected[prefix + key]] as const);
  for (const [key, value] of wanted) {
    expect(scores).toHaveProperty(key, expect.closeTo(value ?? Number.NaN, 9));
  }
}
