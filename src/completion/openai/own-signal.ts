import { LONGEST_TIMER } from "../../core/deadline.ts";
import { onAbort } from "../../core/on-abort.ts";

/**
 * Does work under a signal of its own that follows another one. What listens to it and never stops,
 * as the OpenAI SDK does, is gone when the work is done, and does not pile up on the signal of a run.
 *
 * @param timeoutMs longest time for the work, in milliseconds
 * @throws the signal's reason when it aborts; a `TimeoutError` when the time is up
 */
export async function underOwnSignal<T>(
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number = LONGEST_TIMER,
): Promise<T> {
  parent.throwIfAborted();
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(timeout()), Math.min(timeoutMs, LONGEST_TIMER));
  const stopFollowing = onAbort(parent, () => own.abort(parent.reason));
  try {
    return await work(own.signal);
  } catch (error) {
    own.signal.throwIfAborted(); // what the abort broke is no reason of its own
    throw error;
  } finally {
    clearTimeout(timer);
    stopFollowing();
  }
}

function timeout(): DOMException {
  return new DOMException("the time for the request is up", "TimeoutError");
}
