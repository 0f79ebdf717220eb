import { PatternFault } from "./pattern-fault.ts";

/** Reads a pattern from left to right, character by character. */
export class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** Place of the next character, in characters from 0. */
  get place(): number {
    return this.#at;
  }

  /** The next character, or one after it; empty at the end. */
  peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? "";
  }

  /** Takes the next character; empty at the end. */
  take(): string {
    return this.#characters[this.#at++] ?? "";
  }

  /** Takes the text when it is next. */
  takeIf(text: string): boolean {
    const isNext = [...text].every((character, i) => this.peek(i) === character);
    if (isNext) this.#at += [...text].length;
    return isNext;
  }

  /** Takes characters as long as they fit, at most so many. */
  takeWhile(fits: RegExp, limit = Number.POSITIVE_INFINITY): string {
    let taken = "";
    while (taken.length < limit && !this.isAtEnd && fits.test(this.peek())) taken += this.take();
    return taken;
  }

  /** Takes everything before the text, and the text. */
  takeUntil(text: string, complaint: string): string {
    let taken = "";
    while (!this.takeIf(text)) {
      if (this.isAtEnd) throw new PatternFault(complaint);
      taken += this.take();
    }
    return taken;
  }

  /** Goes back to a place that was left. */
  goTo(place: number): void {
    this.#at = place;
  }
}
