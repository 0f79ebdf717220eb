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

/** A source whose rows pass by the inspectors the first time that all of them are read. */
export function inspectRows<T>(
  source: RowSource<T>,
  inspectors: readonly RowInspector[],
): RowSource<T> {
  let pending = inspectors;
  return {
    count: source.count,
    files: source.files,
    read: (index) => source.read(index),
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
    const where = source.where(index++);
    for (const inspector of inspectors) inspector.see(row, where);
    yield row;
  }
  for (const inspector of inspectors) inspector.end?.();
}
