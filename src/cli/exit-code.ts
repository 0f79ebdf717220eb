import { constants } from "node:os";
import type { Report } from "../core/report.ts";
import type { RunResult } from "../run/execute-run.ts";
import { isErrorsGate } from "../run/gates.ts";
import type { Io } from "./io.ts";
import { isUnmeasured } from "./report.ts";
import { resultKeys } from "./result-keys.ts";
import { UncaughtError } from "./uncaught.ts";

/**
 * 0 when every sample was judged, something was measured and every gate is met; 1 when a sample
 * failed or was left out, the report has no value, a metric
 * is defined for no sample, an aggregation node failed, or a gate is not met; 130 or 143 when a signal
 * stopped the run. Where a gate is about errors, it alone judges samples that failed.
 */
export function exitCode(
  { report, gates, failure }: Pick<RunResult, "report" | "gates" | "failure">,
  { signal }: Pick<Io, "signal">,
): number {
  if (signal.aborted) return interruptedCode(signal);
  const mayFail = gates.some(isErrorsGate);
  const isWhole = (mayFail || report["samples/errors"] === 0) && report["samples/skipped"] === 0;
  const keys = resultKeys(report);
  const isLacking = keys.some((key) => report[`${key}.count`] === 0) || lacksMetrics(report);
  const isOutputsOnly = keys.length === 0 && !isUnmeasured(report);
  const hasValue = !isLacking && keys.some((key) => report[key] !== null);
  const hasResult = isOutputsOnly ? Number(report["samples/scored"]) > 0 : hasValue;
  const isMet = gates.every(({ passed }) => passed);
  return failure === undefined && isWhole && hasResult && isMet ? 0 : 1;
}

/** Whether an aggregation node of a flow failed, or one of its metrics has no value. */
function lacksMetrics(report: Report): boolean {
  return Number(report["aggregation/failed"] ?? 0) > 0 || "missing_metrics" in report;
}

/** 128 and the signal's number, as shells have it; 1 when an error that nobody caught ended it. */
export function interruptedCode({ reason }: AbortSignal): number {
  if (reason instanceof UncaughtError) return 1;
  return reason === "SIGTERM" ? 128 + constants.signals.SIGTERM : 128 + constants.signals.SIGINT;
}
