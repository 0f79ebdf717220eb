import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredError } from "../../src/core/clustered-error.ts";
import { MeanSummary } from "../../src/core/mean-summary.ts";
import type { Report } from "../../src/core/report.ts";
import { meanReport, proportionReport } from "../../src/core/report.ts";

function reportOf(values: readonly (number | boolean | null)[]): Report {
  const summary = new MeanSummary();
  for (const value of values) summary.add({ scores: { x: value } });
  return summary.report();
}

test("the mean is over what is defined, and what is not is counted", () => {
  expect(reportOf([1, null, 3])).toEqual({
    x: 2,
    "x.stderr": 1,
    "x.ci95_low": 2 - 1.96,
    "x.ci95_high": 2 + 1.96,
    "x.count": 2,
    "x.missing": 1,
    "x.std": Math.SQRT2,
  });
});

test.each([
  ["nothing defined", [null], { x: null, "x.count": 0, "x.missing": 1, "x.std": null }],
  ["one value", [3], { x: 3, "x.count": 1, "x.std": null, "x.stderr": null, "x.ci95_low": null }],
  ["the same value", [0.5, 0.5, 0.5], { x: 0.5, "x.std": 0 }],
])("%s", (_, values, expected) => {
  expect(reportOf(values)).toMatchObject(expected);
});

test("a key that is true or false has Wilson's interval", () => {
  const values = [true, true, false, true];

  expect(reportOf(values)).toMatchObject(proportionReport("x", values));
});

test("large values that differ little keep their spread", () => {
  expect(reportOf([1e9, 1e9 + 1, 1e9 + 2])).toMatchObject({ x: 1e9 + 1, "x.std": 1 });
});

test("the figures are those of all values together, whatever their order", () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2 });
  fc.assert(
    fc.property(values, (list) => {
      const { x, "x.stderr": error } = meanReport("x", list);
      const report = reportOf(list);

      expect(reportOf(list.toReversed())).toEqual(report);
      expect(report["x"]).toBe(x);
      expect(report["x.stderr"]).toBeCloseTo(Number(error), 6);
    }),
  );
});

describe("samples that are not independent", () => {
  test.each([
    ["each in a cluster", [0, 0, 1, 1]],
    ["one of its own", [0, 0, undefined, 1]],
  ])("have the clustered error: %s", (_, clusters) => {
    const values = [1, 0.5, 0, 0.25];
    const summary = new MeanSummary();
    values.forEach((x, index) => {
      summary.add({ scores: { x } }, clusters[index]);
    });

    expect(summary.report()["x.stderr"]).toBeCloseTo(Number(clusteredError(values, clusters)), 12);
  });
});

test("an interval ends where scores end", () => {
  const summary = new MeanSummary([0, 1]);
  for (const score of [1, 1, 0.4]) summary.add({ scores: { k: score } });

  // The mean is 0.8, its error 0.2: 0.8 ± 0.392.
  const report = summary.report();
  expect(report["k.ci95_low"]).toBeCloseTo(0.408, 12);
  expect(report["k.ci95_high"]).toBe(1);
});
