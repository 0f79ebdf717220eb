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
  readonly #ties = new Tie();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    hubs.set(signal, this);
    signal.addEventListener("abort", this.#tellAll);
  }

  add(listener: () => void): () => void {
    const tie = new Tie(listener);
    tie.insertBefore(this.#ties);
    return () => {
      if (tie.remove() && this.#ties.isAlone) this.#close();
    };
  }

  readonly #tellAll = () => {
    this.#close();
    for (let tie = this.#ties.next; tie !== this.#ties; tie = this.#ties.next) {
      tie.remove();
      tie.listener?.();
    }
  };

  #close(): void {
    hubs.delete(this.#signal);
    this.#signal.removeEventListener("abort", this.#tellAll);
  }
}

/**
 * A place in a ring. A `Set` that is added to and deleted from all the time leaves old tables behind
 * that keep what was in them until the whole memory is searched for garbage; a ring leaves nothing.
 */
class Tie {
  readonly listener: (() => void) | undefined;
  next: Tie = this;
  #previous: Tie = this;

  constructor(listener?: () => void) {
    this.listener = listener;
  }

  get isAlone(): boolean {
    return this.next === this;
  }

  insertBefore(next: Tie): void {
    this.next = next;
    this.#previous = next.#previous;
    next.#previous.next = this;
    next.#previous = this;
  }

  /** @returns whether it was in a ring */
  remove(): boolean {
    if (this.isAlone) return false;
    this.#previous.next = this.next;
    this.next.#previous = this.#previous;
    this.next = this;
    this.#previous = this;
    return true;
  }
}
