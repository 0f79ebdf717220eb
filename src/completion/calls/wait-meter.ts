import type { CallStats } from "./call-stats.ts";
import type { Time } from "./time.ts";

/** Keeps account of calls that wait together. */
export class WaitMeter {
  readonly #stats: CallStats;
  readonly #time: Time;
  #waiting = 0;
  #since = 0;

  constructor(stats: CallStats, time: Time) {
    this.#stats = stats;
    this.#time = time;
  }

  /** From now on so many wait. */
  set(waiting: number): void {
    if (waiting === 0 && this.#waiting === 0) return;
    const now = this.#time.now();
    this.#stats.waitedMs += this.#waiting * (now - this.#since);
    this.#stats.waiting += waiting - this.#waiting;
    this.#waiting = waiting;
    this.#since = now;
  }
}
