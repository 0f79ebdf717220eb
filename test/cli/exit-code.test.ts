import { describe, expect, test } from "vitest";
import { exitCode, interruptedCode } from "../../src/cli/exit-code.ts";
import type { Report } from "../../src/core/report.ts";
import type { GateResult } from "../../src/run/gates.ts";

const COUNTS = { "samples/scored": 4, "samples/errors": 0, "samples/skipped": 0 };
const running = new AbortController().signal;

/** What an exit code depends on. */
function resultOf(report: Report, failure?: unknown, gates: readonly GateResult[] = []) {
  return { report, failure, gates };
}

function gate(metric: string, passed: boolean): GateResult {
  return { gate: `${metric} > 0`, metric, value: 1, bound: 0, passed, worst: [] };
}

test.each<[string, number, Report]>([
  ["every sample was judged", 0, { accuracy: 0, ...COUNTS }],
  ["a sample failed", 1, { accuracy: 1, ...COUNTS, "samples/errors": 1 }],
  ["a sample was left out", 1, { accuracy: 1, ...COUNTS, "samples/skipped": 1 }],
  ["no value could be computed", 1, { accuracy: null, "accuracy.stderr": null, ...COUNTS }],
  ["nothing was measured", 1, { ...COUNTS, "run/wall_s": 1, usage_total_tokens: 9 }],
  ["one of several values is there", 0, { f1: null, accuracy: 0.5, ...COUNTS }],
])("%s: %i", (_, code, report) => {
  expect(exitCode(resultOf(report), { signal: running })).toBe(code);
});

const FAILED = { accuracy: 1, ...COUNTS, "samples/errors": 1 };

test.each<[string, number, Report, GateResult[]]>([
  ["every gate is met", 0, { accuracy: 1, ...COUNTS }, [gate("accuracy", true)]],
  ["a gate is not met", 1, { accuracy: 1, ...COUNTS }, [gate("a", true), gate("b", false)]],
  ["a sample failed, and no gate is about errors", 1, FAILED, [gate("accuracy", true)]],
  ["a sample failed, and the gate on errors is met", 0, FAILED, [gate("samples/errors", true)]],
  [
    "a sample failed, and the gate on errors is not met",
    1,
    FAILED,
    [gate("samples/errors", false)],
  ],
  [
    "a gate on errors does not judge samples that were left out",
    1,
    { ...FAILED, "samples/skipped": 1 },
    [gate("samples/errors", true)],
  ],
])("R89: %s: %i", (_, ...[code, report, gates]) => {
  expect(exitCode(resultOf(report, undefined, gates), { signal: running })).toBe(code);
});

test("the run failed, whatever the report says: 1", () => {
  const result = resultOf({ accuracy: 1, ...COUNTS }, new Error("no space left"));

  expect(exitCode(result, { signal: running })).toBe(1);
});

describe("a run that was interrupted", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("by %s: %i, as shells have it", (reason, code) => {
    const signal = AbortSignal.abort(reason);

    expect(interruptedCode(signal)).toBe(code);
    expect(exitCode(resultOf({ accuracy: 1, ...COUNTS }), { signal })).toBe(code);
  });
});
