import { NumberList } from "../core/number-list.ts";
import type { LineBlock } from "./line-blocks.ts";
import { LineNumbers } from "./line-numbers.ts";

/** Where the rows of a JSON Lines file stand. Blank lines are no rows. */
export class JsonlIndex {
  readonly #starts = new NumberList();
  readonly #lines = new LineNumbers();
  #end = 0;

  get count(): number {
    return this.#starts.length;
  }

  /** Adds the rows of the file's next lines. */
  add({ bytes, offset, firstLine, starts }: LineBlock): void {
    this.#end = offset + bytes.length;
    for (let i = 0; i < starts.length; i++) {
      const start = starts[i] ?? 0;
      if (isBlank(bytes, start, starts[i + 1] ?? bytes.length)) continue;
      this.#lines.add(this.count, firstLine + i);
      this.#starts.push(offset + start);
    }
  }

  lineOf(index: number): number {
    return this.#lines.at(index);
  }

  startOf(index: number): number {
    return this.#starts.at(index);
  }

  /** A row ends where the next one begins; blank lines between them belong to it. */
  endOf(index: number): number {
    return index + 1 < this.count ? this.#starts.at(index + 1) : this.#end;
  }

  /** Index after the rows from `first` on that fit into `bytes`; one row fits always. */
  endOfRun(first: number, bytes: number): number {
    const limit = this.startOf(first) + bytes;
    let next = first + 1;
    while (next < this.count && this.endOf(next) <= limit) next++;
    return next;
  }
}

/** White space of JSON only: what else stands on a line is a row or a mistake. */
function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}
