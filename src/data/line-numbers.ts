import { NumberList } from "../core/number-list.ts";

/**
 * The line that each row stands on. Rows mostly follow line by line, so only the rows that do not
 * are kept.
 */
export class LineNumbers {
  readonly #rows = new NumberList();
  readonly #lines = new NumberList();
  #next = 1;

  /** Notes that row `row` begins on `line`; rows come in order. */
  add(row: number, line: number): void {
    if (line !== this.#next || row === 0) {
      this.#rows.push(row);
      this.#lines.push(line);
    }
    this.#next = line + 1;
  }

  /** The line of a row that was added. */
  at(row: number): number {
    const entry = this.#entryBefore(row);
    return this.#lines.at(entry) + row - this.#rows.at(entry);
  }

  /** The last entry whose row is not after `row`. */
  #entryBefore(row: number): number {
    let low = 0;
    let high = this.#rows.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#rows.at(middle) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
