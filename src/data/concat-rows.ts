import type { DataFile } from "../core/row-source.ts";
import type { CountedRows } from "./jsonl-rows.ts";

/** Several sources as one, in their order. */
export function concatRows(sources: readonly CountedRows[]): CountedRows {
  const [only] = sources;
  return only && sources.length === 1 ? only : new ConcatRows(sources);
}

class ConcatRows implements CountedRows {
  readonly count: number;
  readonly files: readonly DataFile[];
  readonly #parts: readonly Part[];

  constructor(sources: readonly CountedRows[]) {
    let count = 0;
    this.#parts = sources.map((source) => {
      const first = count;
      count += source.count;
      return { source, first, end: count };
    });
    this.count = count;
    this.files = sources.flatMap((source) => source.files);
  }

  async read(index: number): Promise<unknown> {
    const { source, first } = this.#partOf(index);
    return source.read(index - first);
  }

  async *rows(): AsyncGenerator<unknown> {
    for (const { source } of this.#parts) yield* source.rows();
  }

  where(index: number): string {
    const { source, first } = this.#partOf(index);
    return source.where(index - first);
  }

  #partOf(index: number): Part {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (index < (this.#parts[middle]?.end ?? 0)) high = middle;
      else low = middle + 1;
    }
    const part = this.#parts[low];
    if (!part) throw new RangeError(`there is no row ${index}, only ${this.count}`);
    return part;
  }
}

interface Part {
  readonly source: CountedRows;
  /** Index of its first row. */
  readonly first: number;
  /** Index after its last row. */
  readonly end: number;
}
