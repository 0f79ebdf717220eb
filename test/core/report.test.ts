import { expect, test } from "vitest";
import { type EventLog, metricObservations, metricValues } from "../../src/core/event-log.ts";
import {
  accuracyReport,
  estimateReport,
  meanReport,
  proportionReport,
} from "../../src/core/report.ts";

function records(matches: EventLog["matches"], metrics: EventLog["metrics"] = []): EventLog {
  return { matches, metrics, async *events() {} };
}

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

test("shares of right answers are averaged, with the interval of a mean and not Wilson's", () => {
  const shares = [1, 0.5, 0.75, 0.75];
  const report = accuracyReport(
    records(shares.map((share, i) => ({ sampleId: `a.b.${i}`, correct: share > 0.5, share }))),
  );
  const error = Math.sqrt(0.125 / 3 / 4);

  expect(report["accuracy"]).toBe(0.75);
  expect(report["accuracy.stderr"]).toBeCloseTo(error, 12);
  expect(report["accuracy.ci95_low"]).toBeCloseTo(0.75 - 1.96 * error, 12);
  expect(report["accuracy.ci95_high"]).toBeCloseTo(0.75 + 1.96 * error, 12);
  expect(report["bootstrap_std"]).toBeCloseTo(Math.sqrt((0.125 / 4 / 2) * (2 / 3)), 12);
});

test("the interval of a proportion ends at 0 and 1", () => {
  const report = proportionReport("flip_rate", [0.9, 1, 1, 0.5]);

  expect(report["flip_rate.ci95_high"]).toBe(1);
  expect(proportionReport("flip_rate", [0, 0.1])["flip_rate.ci95_low"]).toBe(0);
});

test("samples of one cluster make accuracy as unsure as their clusters are", () => {
  const correct = [true, true, false, false];
  const report = accuracyReport(
    records(
      correct.map((flag, i) => ({
        sampleId: `a.b.${i}`,
        correct: flag,
        cluster: Math.floor(i / 2),
      })),
    ),
  );

  expect(report["accuracy"]).toBe(0.5);
  expect(report["accuracy.stderr"]).toBe(0.5);
  expect(report["accuracy.ci95_low"]).toBe(0);
  expect(report["accuracy.ci95_high"]).toBe(1);
});

test("a mean takes numbers and flags of metrics events with their clusters, and nothing else", () => {
  const data = [{ f1: 1 }, { f1: true }, { f1: 0 }, { f1: null }, { f1: "0.5" }, { other: 1 }, {}];
  const log = records(
    [],
    data.map((fields, i) => ({ sampleId: `a.b.${i}`, data: fields, cluster: i === 2 ? 1 : 0 })),
  );
  const report = meanReport("f1", metricObservations(log, "f1"));

  expect(report["f1"]).toBeCloseTo(2 / 3, 12);
  // Deviations of the two clusters add up to 2/3 and −2/3.
  expect(report["f1.stderr"]).toBeCloseTo(Math.sqrt(2 * 2 * (2 / 3) ** 2) / 3, 12);
  expect(metricValues(log, "f1")).toEqual([1, 0]);
});
