import { expect, test } from "vitest";
import type { EventLog } from "../../src/core/event-log.ts";
import { bleuStatistics, corpusPercent } from "../../src/metrics/bleu/percent.ts";
import type { BleuStatistics } from "../../src/metrics/bleu/statistics.ts";
import { modelGradedReport } from "../../src/templates/model-graded/report.ts";
import { Translate } from "../../src/templates/translate.ts";
import { evalContext } from "../helpers/eval-context.ts";

function logOf(metrics: EventLog["metrics"]): EventLog {
  return { matches: [], metrics, async *events() {} };
}

test("the error of corpus BLEU leaves out whole clusters", async () => {
  const reference = ["the cat sat on the old mat"];
  const sentences = [
    "the cat sat on the old mat",
    "the cat sat on an old mat",
    "a dog sat on the old mat",
    "the cat lay there",
  ];
  const parts: BleuStatistics[] = sentences.map((text) => bleuStatistics(text, reference));
  const metrics = parts.map((bleu, i) => ({
    sampleId: `t.dev.${i}`,
    data: { bleu },
    cluster: i < 2 ? 0 : 1,
  }));
  const args = Translate.Args.parse({ samples_jsonl: "none.jsonl" });
  const report = new Translate(args, evalContext()).summarize(logOf(metrics));

  expect(report["sacrebleu_score"]).toBeCloseTo(corpusPercent(parts), 12);
  // Of two clusters each is the other left out: the jackknife is half of their difference.
  const [first, second] = [corpusPercent(parts.slice(0, 2)), corpusPercent(parts.slice(2))];
  expect(report["sacrebleu_score.stderr"]).toBeCloseTo(Math.abs(first - second) / 2, 12);
});

test("judged samples that ran several times count with shares of unreadable verdicts and flips", () => {
  const data = [
    { choice: "Y", score: 0.75, invalid: 0, flipped: 0.5 },
    { choice: "N", score: 0.25, invalid: 0.5, flipped: 0 },
  ];
  const report = modelGradedReport(
    logOf(data.map((fields, i) => ({ sampleId: `j.dev.${i}`, data: fields }))),
  );

  expect(report).toMatchObject({ "counts/Y": 1, "counts/N": 1, score: 0.5 });
  expect(report).toMatchObject({
    invalid_rate: 0.25,
    "invalid_rate.stderr": 0.25,
    flip_rate: 0.25,
  });
  expect(report["invalid_rate.ci95_low"]).toBe(0);
  expect(report["invalid_rate.ci95_high"]).toBeCloseTo(0.25 + 1.96 * 0.25, 12);
});

test("scores of one cluster make the mean score as unsure as clusters are", () => {
  const metrics = [1, 1, 0, 0].map((score, i) => ({
    sampleId: `j.dev.${i}`,
    data: { choice: "Y", score, metascore: score === 1 },
    cluster: i < 2 ? 0 : 1,
  }));
  const report = modelGradedReport(logOf(metrics));

  expect(report).toMatchObject({ score: 0.5, "score.stderr": 0.5 });
  expect(report).toMatchObject({ metascore: 0.5, "metascore.stderr": 0.5 });
});
