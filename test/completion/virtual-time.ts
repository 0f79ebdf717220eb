import { setImmediate } from "node:timers/promises";
import type { Time } from "../../src/completion/calls/time.ts";

/** A clock that stands still until everybody waits, and then goes on to the next who does. */
export class VirtualTime implements Time {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => {
        this.#timers.delete(timer);
        reject(signal.reason);
      };
      const ring = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const timer = { at: this.#now + Math.max(0, milliseconds), ring };
      this.#timers.add(timer);
      signal.addEventListener("abort", abort);
    });
  }

  /** Lets time pass until work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      await setImmediate();
      if (isDone) return work;
      this.#goOn();
    }
  }

  /** How many wait for a time. */
  get timers(): number {
    return this.#timers.size;
  }

  #goOn(): void {
    const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
    if (!next) throw new Error("Everybody waits, and nobody for a time");
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.ring();
  }
}

interface Timer {
  readonly at: number;
  ring(): void;
}
