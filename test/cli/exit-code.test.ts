import { describe, expect, test } from "vitest";
import { exitCode, interruptedCode } from "../../src/cli/exit-code.ts";
import type { Report } from "../../src/core/report.ts";
import type { RunResult } from "../../src/run/execute-run.ts";

const COUNTS = { "samples/scored": 4, "samples/errors": 0, "samples/skipped": 0 };
const running = new AbortController().signal;

/** What an exit code depends on. */
function resultOf(report: Report, failure?: unknown): RunResult {
  return { report, failure } as RunResult;
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
