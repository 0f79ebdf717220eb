import { constants } from "node:os";
import type { RunResult } from "../run/execute-run.ts";
import type { Io } from "./io.ts";

/**
 * 0 when every sample was judged; 1 when one failed, was left out, or there was none; 130 or 143
 * when a signal stopped the run.
 */
export function exitCode({ report, failure }: RunResult, { signal }: Pick<Io, "signal">): number {
  if (signal.aborted) return interruptedCode(signal);
  const isWhole = report["samples/errors"] === 0 && report["samples/skipped"] === 0;
  const hasValue = Number(report["samples/scored"]) > 0;
  return failure === undefined && isWhole && hasValue ? 0 : 1;
}

/** 128 and the signal's number, as shells have it. */
export function interruptedCode({ reason }: AbortSignal): number {
  return reason === "SIGTERM" ? 128 + constants.signals.SIGTERM : 128 + constants.signals.SIGINT;
}
