/** Timers are late by some milliseconds; who comes no later than this is on time. */
const LATENESS = 20;

/** Lets so many pass in a minute, evenly: what was not used in a pause does not come as a burst. */
export class Pace {
  readonly #interval: number;
  #opensAt = Number.NEGATIVE_INFINITY;

  /** @param perMinute how many pass, above 0 */
  constructor(perMinute: number) {
    this.#interval = 60_000 / perMinute;
  }

  /** When the next may pass. */
  get opensAt(): number {
    return this.#opensAt;
  }

  /** @param amount how many pass now; what exceeds one interval is waited for by the next */
  take(amount: number, now: number): void {
    const isOnTime = now - this.#opensAt <= LATENESS;
    this.#opensAt = (isOnTime ? this.#opensAt : now) + amount * this.#interval;
  }

  /** @param amount how many more, or less if negative, have passed than `take` was told */
  correct(amount: number): void {
    this.#opensAt += amount * this.#interval;
  }
}
