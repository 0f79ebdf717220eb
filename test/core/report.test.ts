import { expect, test } from "vitest";
import type { EventLog } from "../../src/core/event-log.ts";
import {
  accuracyReport,
  estimateReport,
  meanReport,
  proportionReport,
} from "../../src/core/report.ts";

function logOf(correct: readonly boolean[]): EventLog {
  return {
    matches: correct.map((flag, index) => ({ sampleId: `a.b.${index}`, correct: flag })),
    metrics: [],
    async *events() {},
  };
}

test("accuracy has its deviation under both spellings, its error and an interval", () => {
  const report = accuracyReport(logOf([true, true, false, true]));

  expect(report["accuracy"]).toBe(0.75);
  expect(report["boostrap_std"]).toBeCloseTo(0.25, 12);
  expect(report["bootstrap_std"]).toBe(report["boostrap_std"]);
  expect(report["accuracy.stderr"]).toBeCloseTo(0.25, 12);
  expect(report["accuracy.ci95_low"]).toBeCloseTo(0.3006, 4);
  expect(report["accuracy.ci95_high"]).toBeCloseTo(0.9544, 4);
});

test("R57: with one sample the deviation is null, and the report is strict JSON", () => {
  const report = accuracyReport(logOf([true]));

  expect(report["accuracy"]).toBe(1);
  expect(report["boostrap_std"]).toBeNull();
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("R59: with no sample every figure is null, none is 0", () => {
  const figures = Object.values(accuracyReport(logOf([])));

  expect(figures.every((figure) => figure === null)).toBe(true);
});

test("a mean has its error and the interval of 1.96 errors", () => {
  const report = meanReport("f1_score", [0, 1, 1, 0]);
  const error = Math.sqrt(1 / 3) / 2;

  expect(report["f1_score"]).toBe(0.5);
  expect(report["f1_score.stderr"]).toBeCloseTo(error, 12);
  expect(report["f1_score.ci95_low"]).toBeCloseTo(0.5 - 1.96 * error, 12);
  expect(report["f1_score.ci95_high"]).toBeCloseTo(0.5 + 1.96 * error, 12);
});

test("an estimate without an error has no interval", () => {
  expect(estimateReport("bleu", 30, null)).toEqual({
    bleu: 30,
    "bleu.stderr": null,
    "bleu.ci95_low": null,
    "bleu.ci95_high": null,
  });
});

test("a proportion of nothing is null", () => {
  expect(proportionReport("metascore", [])["metascore"]).toBeNull();
  expect(proportionReport("metascore", [true, false])["metascore"]).toBe(0.5);
});
