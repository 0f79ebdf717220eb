/** A data set whose rows stay where they are; only their places are in memory. */
export interface RowSource<T> {
  /** Number of rows; null for a stream of unknown length. */
  readonly count: number | null;
  /**
   * Number of each row by its place: ids of samples have it, `read` and `where` take it. Absent where
   * it is the place itself.
   */
  readonly numbers?: readonly number[] | undefined;
  /** The row at `index`, from 0. */
  read(index: number): Promise<T>;
  /** All rows in order. */
  rows(): AsyncIterable<T>;
  /**
   * Numbers of the rows as they come; of a stream that goes on after a row that is wrong. `read` then
   * takes each number once, soon after it came.
   *
   * @param signal ends the waiting for further rows
   */
  arrivals?(signal: AbortSignal): AsyncIterable<number>;
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

/** The number of the row at a place. */
export function rowNumber({ numbers }: Pick<RowSource<unknown>, "numbers">, place: number): number {
  return numbers?.[place] ?? place;
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
