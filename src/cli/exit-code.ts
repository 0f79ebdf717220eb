import { constants } from "node:os";
import type { RunResult } from "../run/execute-run.ts";
import type { Io } from "./io.ts";
import { resultKeys } from "./report.ts";

/**
 * 0 when every sample was judged and something was measured; 1 when a sample failed or was left out,
 * or the report has no value; 130 or 143 when a signal stopped the run.
 */
export function exitCode({ report, failure }: RunResult, { signal }: Pick<Io, "signal">): number {
  if (signal.aborted) return interruptedCode(signal);
  const isWhole = report["samples/errors"] === 0 && report["samples/skipped"] === 0;
  const hasValue = resultKeys(report).some((key) => report[key] !== null);
  return failure === undefined && isWhole && hasValue ? 0 : 1;
}

/** 128 and the signal's number, as shells have it. */
export function interruptedCode({ reason }: AbortSignal): number {
  return reason === "SIGTERM" ? 128 + constants.signals.SIGTERM : 128 + constants.signals.SIGINT;
}
