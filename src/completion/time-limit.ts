import { orAborted } from "../core/abortable.ts";
import { CompletionError } from "../core/errors.ts";

/** How long a call may take, and who is said to be late. */
export interface TimeLimit {
  readonly name: string;
  readonly milliseconds: number;
  /** How a longer wait is set. @default --timeout */
  readonly fix?: string | undefined;
}

/**
 * Does work under a signal of its own, which aborts with the given one or when the time is up.
 *
 * @throws {CompletionError} of kind `timeout` when the time is up
 * @throws the signal's reason when it aborts
 */
export async function withinTime<T>(
  limit: TimeLimit,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const follow = () => own.abort(signal.reason);
  signal.addEventListener("abort", follow, { once: true });
  const wait = Math.min(limit.milliseconds, LONGEST_TIMER);
  const timer = setTimeout(() => own.abort(tooLate(limit)), wait);
  try {
    return await orAborted(work(own.signal), own.signal);
  } catch (error) {
    own.signal.throwIfAborted(); // what the abort broke is no reason of its own
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", follow);
  }
}

/** Node's timers fire at once when they are set to more milliseconds than this. */
const LONGEST_TIMER = 2 ** 31 - 1;

function tooLate({ name, milliseconds, fix }: TimeLimit): CompletionError {
  const seconds = Math.round(milliseconds / 100) / 10;
  return new CompletionError(`${name}: no answer within ${seconds} s`, {
    kind: "timeout",
    code: "timeout",
    fix: fix ?? "a longer wait is set by --timeout SECONDS",
  });
}
