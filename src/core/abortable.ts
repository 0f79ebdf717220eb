import { setTimeout as timer } from "node:timers/promises";
import { onAbort } from "./on-abort.ts";

/**
 * Waits for work, but no longer than until the signal aborts.
 *
 * @throws the signal's reason when it aborts; the work's own end is then nobody's concern
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    stopListening();
  }
}

/**
 * Passes items on, one by one.
 *
 * @throws the signal's reason instead of the next item when it has aborted
 */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  signal?.throwIfAborted();
  for await (const item of items) {
    yield item;
    signal?.throwIfAborted();
  }
}

/**
 * Waits some milliseconds.
 *
 * @throws the signal's reason as soon as it aborts
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await timer(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
