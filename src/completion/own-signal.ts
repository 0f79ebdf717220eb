/**
 * Does work under a signal of its own that follows another one. What listens to it and never stops,
 * as the OpenAI SDK does, is gone when the work is done, and does not pile up on the signal of a run.
 */
export async function underOwnSignal<T>(
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  parent.throwIfAborted();
  const own = new AbortController();
  const follow = () => own.abort(parent.reason);
  parent.addEventListener("abort", follow, { once: true });
  try {
    return await work(own.signal);
  } finally {
    parent.removeEventListener("abort", follow);
  }
}
