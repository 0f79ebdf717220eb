import { expect, test } from "vitest";
import { DataError } from "../../../src/core/errors.ts";
import {
  bleuPercent,
  bleuStatistics,
  corpusPercent,
  corpusPercentError,
} from "../../../src/metrics/bleu/percent.ts";
import { sumBleuStatistics } from "../../../src/metrics/bleu/statistics.ts";
import { vectors } from "../../helpers/vectors.ts";

interface SentenceRow {
  readonly id: string;
  readonly hypothesis: string;
  readonly references: string[];
  readonly effective_order: boolean;
  readonly score: number;
  readonly hyp_len: number;
  readonly ref_len: number;
  readonly counts: number[];
  readonly totals: number[];
}

interface CorpusRow {
  readonly id: string;
  readonly hypotheses: string[];
  readonly references: string[][];
  readonly score: number;
}

test.each(vectors<SentenceRow>("bleu-sentence"))("sentence BLEU as sacreBLEU: $id", (row) => {
  const statistics = bleuStatistics(row.hypothesis, row.references);
  const score = bleuPercent(statistics, { effectiveOrder: row.effective_order });

  expect(statistics).toEqual({
    counts: row.counts,
    totals: row.totals,
    hypothesis_length: row.hyp_len,
    reference_length: row.ref_len,
  });
  expect(score).toBeCloseTo(100 * row.score, 7);
});

test.each(vectors<CorpusRow>("bleu-corpus"))("corpus BLEU as sacreBLEU: $id", (row) => {
  const parts = row.hypotheses.map((text, i) => bleuStatistics(text, row.references[i] ?? []));

  expect(corpusPercent(parts)).toBeCloseTo(100 * row.score, 7);
});

test.each(vectors<{ sampled: string; ideal: string | string[]; score: number }>("translate"))(
  "sentence BLEU of $sampled against $ideal is $score",
  ({ sampled, ideal, score }) => {
    const statistics = bleuStatistics(sampled, [ideal].flat());

    expect(bleuPercent(statistics, { effectiveOrder: true })).toBeCloseTo(score, 9);
  },
);

test("the closest reference length counts, and the shorter one when two are as close", () => {
  const { reference_length } = bleuStatistics("a b c", ["a b c d", "a b"]);

  expect(reference_length).toBe(2);
});

test("an n-gram counts as often as in the reference that has it most often, not in all together", () => {
  const { counts } = bleuStatistics("a a a", ["a a", "a"]);

  expect(counts[0]).toBe(2);
});

test("parts can be summed in any grouping", () => {
  const [a, b, c] = ["the cat", "a dog", "one bird sings"].map((text) =>
    bleuStatistics(text, ["the dog sings"]),
  );
  if (!a || !b || !c) throw new Error("three parts");

  expect(sumBleuStatistics([sumBleuStatistics([a, b]), c])).toEqual(sumBleuStatistics([a, b, c]));
});

test("without a reference there is no BLEU", () => {
  expect(() => bleuStatistics("a", [])).toThrow(DataError);
});

test("the error of corpus BLEU is 0 when all texts are alike and unknown for one text", () => {
  const part = bleuStatistics("the cat sat on the mat", ["the cat sat on a mat"]);

  expect(corpusPercentError([part, part, part])).toBeCloseTo(0, 12);
  expect(corpusPercentError([part])).toBeNull();
});
