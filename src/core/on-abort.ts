/** Who is told when a signal aborts, by signal. */
const hubs = new WeakMap<AbortSignal, Hub>();

/**
 * Calls a function once when a signal aborts, at once when it has. A signal looks through all its
 * listeners for each new one, so the many calls under one signal share one listener here.
 *
 * @returns takes the function off again
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const hub = hubs.get(signal) ?? new Hub(signal);
  return hub.add(listener);
}

/** The one listener of a signal, as long as anybody is to be told. */
class Hub {
  readonly #signal: AbortSignal;
  readonly #ties = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    hubs.set(signal, this);
    signal.addEventListener("abort", this.#tellAll);
  }

  add(listener: () => void): () => void {
    const tie = () => listener(); // the same listener twice is told twice
    this.#ties.add(tie);
    return () => {
      if (this.#ties.delete(tie) && this.#ties.size === 0) this.#close();
    };
  }

  readonly #tellAll = () => {
    this.#close();
    for (const tie of this.#ties) {
      this.#ties.delete(tie);
      tie();
    }
  };

  #close(): void {
    hubs.delete(this.#signal);
    this.#signal.removeEventListener("abort", this.#tellAll);
  }
}
