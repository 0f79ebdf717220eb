import type { RowSource } from "../core/row-source.ts";

/** Some rows of a source, in an order of their own; they stay where they are. */
export function pickRows<T>(source: RowSource<T>, order: readonly number[]): RowSource<T> {
  const original = (index: number) => order[index] as number; // an index is below count
  return {
    count: order.length,
    files: source.files,
    read: (index) => source.read(original(index)),
    where: (index) => source.where(original(index)),
    async *rows() {
      for (const index of order) yield await source.read(index);
    },
  };
}
