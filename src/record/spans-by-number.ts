/** The bytes of a file from the first line of something to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans by whole numbers from 0, at 16 bytes each: a log may have a million of them. */
export class SpansByNumber {
  /** Numbers from here would need more room than they are worth. */
  static readonly limit = 2 ** 24;
  #bounds = new Float64Array(2 * 1024);

  get(number: number): Span | undefined {
    const start = this.#bounds[2 * number];
    const end = this.#bounds[2 * number + 1];
    return start !== undefined && end ? { start, end } : undefined;
  }

  set(number: number, { start, end }: Span): void {
    if (2 * number >= this.#bounds.length) this.#grow(number);
    this.#bounds[2 * number] = start;
    this.#bounds[2 * number + 1] = end;
  }

  #grow(number: number): void {
    const larger = new Float64Array(Math.max(2 * this.#bounds.length, 2 * (number + 1)));
    larger.set(this.#bounds);
    this.#bounds = larger;
  }
}
