/** Node's timers fire at once when they are set to more milliseconds than this. */
export const LONGEST_TIMER = 2 ** 31 - 1;

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
  const follow = () => own.abort(parent.reason);
  const timer = setTimeout(() => own.abort(timeout()), Math.min(timeoutMs, LONGEST_TIMER));
  parent.addEventListener("abort", follow, { once: true });
  try {
    return await work(own.signal);
  } catch (error) {
    own.signal.throwIfAborted(); // what the abort broke is no reason of its own
    throw error;
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", follow);
  }
}

function timeout(): DOMException {
  return new DOMException("the time for the request is up", "TimeoutError");
}
