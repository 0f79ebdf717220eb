/** Requests at a time before anything is known of an endpoint. */
const START = 10;

/**
 * How many requests may be under way at a time: more while the endpoint answers well, half as many
 * when it cannot keep up, as TCP finds its way (V. Jacobson, 1988). Up to the first trouble every
 * answer makes room for one more, later a whole round of answers does.
 */
export class AdaptiveConcurrency {
  readonly #isFixed: boolean;
  #ceiling: number;
  #limit: number;
  #hasShrunk = false;
  #round = 0;

  /**
   * @param ceiling never more than these
   * @param isFixed always as many as the ceiling says
   */
  constructor(ceiling: number, isFixed = false) {
    this.#isFixed = isFixed;
    this.#ceiling = ceiling;
    this.#limit = isFixed ? ceiling : Math.min(ceiling, START);
  }

  /** At least 1. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Whether trouble keeps it below what it may be. */
  get isReduced(): boolean {
    return this.#hasShrunk && this.limit < this.#ceiling;
  }

  /** Goes on with every shrinking; a request belongs to the round in which it began. */
  get round(): number {
    return this.#round;
  }

  /** Lowers the ceiling. */
  lower(ceiling: number): void {
    this.#ceiling = Math.min(this.#ceiling, ceiling);
    this.#limit = Math.min(this.#limit, this.#ceiling);
  }

  /** @param underWay requests under way when the answer came; a limit that nobody reaches stays */
  grow(underWay: number): void {
    if (underWay < this.limit) return;
    const step = this.#hasShrunk ? 1 / this.#limit : 1;
    this.#limit = Math.min(this.#ceiling, this.#limit + step);
  }

  /**
   * Halves the limit, once for all requests that were under way together.
   *
   * @returns whether it was the first of its round
   */
  shrink(round: number): boolean {
    if (round !== this.#round) return false;
    this.#round++;
    if (this.#isFixed) return true;
    this.#hasShrunk = true;
    this.#limit = Math.max(1, this.#limit / 2);
    return true;
  }
}
