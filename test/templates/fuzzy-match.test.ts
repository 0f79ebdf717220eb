import { describe, expect, test } from "vitest";
import { FuzzyMatch } from "../../src/templates/fuzzy-match.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { vectors } from "../helpers/vectors.ts";

interface FuzzyRow {
  readonly sampled: string;
  readonly ideal: unknown;
  readonly accuracy?: number;
  readonly f1_score?: number;
  readonly picked?: string[];
  readonly fails?: string;
}

const rows = vectors<FuzzyRow>("fuzzy-match");
const input = "Who is it?";

describe.each([true, false])("FuzzyMatch judges as openai/evals does, parity %j", (parity) => {
  test.each(rows.filter(({ fails }) => !fails))(
    "$sampled, ideal $ideal: accuracy $accuracy, F1 $f1_score",
    async ({ sampled, ideal, accuracy, f1_score = 0, picked }) => {
      const { events, matches, metrics } = await evaluateSample(FuzzyMatch, {
        sample: { input, ideal },
        answers: [sampled],
        parity,
      });

      const expected = Array.isArray(ideal) && ideal.length === 1 ? ideal[0] : ideal;
      expect(matches).toMatchObject([{ correct: accuracy === 1, expected, picked }]);
      expect(metrics).toEqual([{ accuracy, f1_score: expect.closeTo(f1_score, 12) }]);
      expect(events.map(({ type }) => type)).toEqual(["sampling", "match", "metrics"]);
    },
  );
});

test.each(rows.filter(({ fails }) => fails))(
  "ideal $ideal, which crashes openai/evals, is refused before anything is asked",
  async ({ ideal }) => {
    const completionFn = answering("x");
    const evaluation = evaluateSample(FuzzyMatch, { sample: { input, ideal }, completionFn });

    await expect(evaluation).rejects.toMatchObject({
      name: "DataError",
      message: expect.stringContaining("at least one answer"),
    });
    expect(completionFn.calls).toEqual([]);
  },
);

test("R52, R54: neither a shared digit nor an empty answer gets credit", async () => {
  const sample = { input, ideal: "14.7" };
  const other = await evaluateSample(FuzzyMatch, { sample, answers: ["11.2"] });
  const empty = await evaluateSample(FuzzyMatch, { sample, answers: [""] });

  expect(other.metrics).toEqual([{ accuracy: 0, f1_score: 0 }]);
  expect(empty.metrics).toEqual([{ accuracy: 0, f1_score: 0 }]);
});

test("R52: the log tells which ideals were found", async () => {
  const { matches } = await evaluateSample(FuzzyMatch, {
    sample: { input, ideal: ["Rome", "Paris", "The Paris"] },
    answers: ["Paris!"],
  });

  expect(matches[0]).toMatchObject({ matched: ["Paris", "The Paris"] });
});

test.each([
  [{}, { temperature: 0, max_tokens: 100 }],
  [{ max_tokens: 3072 }, { temperature: 0, max_tokens: 3072 }],
  [{ sampling_params: { max_tokens: null } }, { temperature: 0 }],
])("with the args %j the request has the options %j", async (args, params) => {
  const completionFn = answering("x");

  await evaluateSample(FuzzyMatch, { args, sample: { input, ideal: "x" }, completionFn });

  expect(completionFn.calls[0]?.params).toEqual(params);
});

test("the report has the means of accuracy and F1", async () => {
  const { report } = await evaluateSample(FuzzyMatch, {
    sample: { input, ideal: "The capital is Paris" },
    answers: ["Paris"],
  });

  expect(report).toMatchObject({ accuracy: 1, f1_score: 0.5, "f1_score.stderr": null });
});
