import type { RowSource } from "../core/row-source.ts";

/** Looks at rows while they are loaded. */
export interface RowInspector {
  /**
   * Called with each row and its place.
   *
   * @throws {DataError} to refuse the row
   */
  see(row: unknown, where: string): void;
  /** Called after the last row. */
  end?(): void;
}

/**
 * A source whose rows pass by the inspectors the first time that all of them are read; those of a
 * stream each time that one is read.
 */
export function inspectRows<T>(
  source: RowSource<T>,
  inspectors: readonly RowInspector[],
): RowSource<T> {
  let pending = inspectors;
  const arrivals = source.arrivals?.bind(source);
  return {
    count: source.count,
    files: source.files,
    read: async (index) => {
      const row = await source.read(index);
      if (source.count === null) show(row, source.where(index), inspectors);
      return row;
    },
    ...(arrivals ? { arrivals: (signal) => arrivalsOf(arrivals(signal), inspectors) } : {}),
    where: (index) => source.where(index),
    async *rows() {
      yield* inspected(source, pending);
      pending = [];
    },
  };
}

async function* inspected<T>(
  source: RowSource<T>,
  inspectors: readonly RowInspector[],
): AsyncGenerator<T> {
  let index = 0;
  for await (const row of source.rows()) {
    show(row, source.where(index++), inspectors);
    yield row;
  }
  for (const inspector of inspectors) inspector.end?.();
}

async function* arrivalsOf(
  arrivals: AsyncIterable<number>,
  inspectors: readonly RowInspector[],
): AsyncGenerator<number> {
  yield* arrivals;
  for (const inspector of inspectors) inspector.end?.();
}

function show(row: unknown, where: string, inspectors: readonly RowInspector[]): void {
  for (const inspector of inspectors) inspector.see(row, where);
}
