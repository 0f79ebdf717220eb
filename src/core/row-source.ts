/** A data set whose rows stay where they are; only their places are in memory. */
export interface RowSource<T> {
  /** Number of rows; null for a stream of unknown length. */
  readonly count: number | null;
  /** The row at `index`, from 0. */
  read(index: number): Promise<T>;
  /** All rows in order. */
  rows(): AsyncIterable<T>;
  /** Where the row stands, as `file:line`, for messages. */
  where(index: number): string;
  /** The files behind the rows, for the log's spec line. */
  readonly files: readonly DataFile[];
}

/** A file that rows came from. */
export interface DataFile {
  readonly path: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly rows: number;
}

/** Rows that are in memory already; their places are counted from 1. */
export function listRows<T>(list: readonly T[], name: string): RowSource<T> {
  return {
    count: list.length,
    files: [],
    read: async (index) => list[index] as T, // an index is below count
    where: (index) => `${name}:${index + 1}`,
    async *rows() {
      yield* list;
    },
  };
}
