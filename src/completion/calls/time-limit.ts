import { orAborted } from "../../core/abortable.ts";
import { CompletionError } from "../../core/errors.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { underOwnSignal } from "../openai/own-signal.ts";

/** The limit of a completion function: its own in seconds, else that of the run. */
export function timeLimit(
  { name, timeoutMs }: CompletionFnContext,
  seconds: number | undefined,
): TimeLimit {
  if (seconds === undefined) return { name, milliseconds: timeoutMs };
  return { name, milliseconds: seconds * 1000, fix: "a longer wait is set by its arg timeout" };
}

/** How long a call may take, and who is said to be late. */
export interface TimeLimit {
  readonly name: string;
  readonly milliseconds: number;
  /** How a longer wait is set. @default --timeout */
  readonly fix?: string | undefined;
}

/**
 * Does work under a signal of its own, which aborts with the given one or when the time is up. Work
 * that goes on all the same is nobody's concern then.
 *
 * @throws {CompletionError} of kind `timeout` when the time is up
 * @throws the signal's reason when it aborts
 */
export async function withinTime<T>(
  limit: TimeLimit,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const untilAborted = (own: AbortSignal) => orAborted(work(own), own);
  try {
    return await underOwnSignal(signal, untilAborted, limit.milliseconds);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    throw isLate && !signal.aborted ? tooLate(limit) : error;
  }
}

function tooLate({ name, milliseconds, fix }: TimeLimit): CompletionError {
  const seconds = Math.round(milliseconds / 100) / 10;
  return new CompletionError(`${name}: no answer within ${seconds} s`, {
    kind: "timeout",
    code: "timeout",
    fix: fix ?? "a longer wait is set by --timeout SECONDS",
  });
}
