import { expect, test } from "vitest";
import { CallStats } from "../../src/completion/calls/call-stats.ts";
import { costsReport, countsReport, finite, leadWith } from "../../src/run/accounting.ts";

test("counts have their names in the report", () => {
  expect(countsReport({ total: 10, scored: 6, errors: 1, invalid: 2, skipped: 3 })).toEqual({
    "samples/total": 10,
    "samples/scored": 6,
    "samples/errors": 1,
    "samples/invalid": 2,
    "samples/skipped": 3,
  });
});

test("costs are in seconds, to the millisecond", () => {
  const stats = Object.assign(new CallStats(), { requests: 7, retries: 2, waitedMs: 1234.5678 });

  expect(costsReport(stats, 2.34567)).toEqual({
    "run/wall_s": 2.346,
    "run/wait_s": 1.235,
    "run/requests": 7,
    "run/retries": 2,
  });
});

test("the primary metric leads with its uncertainty, the rest keeps its order", () => {
  const report = { accuracy: 1, f1: 2, "accuracy.stderr": 3, "f1.stderr": 4, f10: 5 };

  expect(Object.keys(leadWith("f1", report))).toEqual([
    "f1",
    "f1.stderr",
    "accuracy",
    "accuracy.stderr",
    "f10",
  ]);
});

test.each([[undefined], ["elegance"]])("with %s as primary metric nothing moves", (primary) => {
  const report = { accuracy: 1, f1: 2 };

  expect(Object.keys(leadWith(primary, report))).toEqual(["accuracy", "f1"]);
});

test("a primary metric that is null leads all the same", () => {
  expect(Object.keys(leadWith("f1", { accuracy: 1, f1: null }))).toEqual(["f1", "accuracy"]);
});

test("what JSON has no number for is null", () => {
  const report = { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: 0, d: null, e: "text" };

  expect(finite(report)).toEqual({ a: null, b: null, c: 0, d: null, e: "text" });
});
