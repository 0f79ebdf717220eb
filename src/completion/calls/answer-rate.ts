/** Older answers say little about now, in milliseconds. */
const SPAN = 30_000;

/** Counts answers of the last half to whole minute. */
export class AnswerRate {
  #answers = 0;
  #since = Number.NEGATIVE_INFINITY;
  #earlierAnswers = 0;
  #earlierSince = Number.NEGATIVE_INFINITY;

  get answers(): number {
    return this.#earlierAnswers + this.#answers;
  }

  /** When the first of them was asked for. */
  get since(): number {
    return this.#earlierSince;
  }

  /** @param startedAt when the answer was asked for */
  add(startedAt: number, now: number): void {
    if (now - this.#since > 2 * SPAN) this.#begin(startedAt);
    if (now - this.#since > SPAN) {
      this.#earlierAnswers = this.#answers;
      this.#earlierSince = this.#since;
      this.#answers = 0;
      this.#since = now;
    }
    this.#answers++;
  }

  #begin(startedAt: number): void {
    this.#answers = 0;
    this.#since = startedAt;
    this.#earlierAnswers = 0;
    this.#earlierSince = startedAt;
  }
}
