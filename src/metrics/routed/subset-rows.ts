import type { RowSource } from "../../core/row-source.ts";

/** Some rows of a source, in its order. */
export function subsetRows<T>(rows: RowSource<T>, indices: readonly number[]): RowSource<T> {
  const original = (place: number) => indices[place] ?? Number.NaN;
  return {
    count: indices.length,
    files: rows.files,
    read: (place) => rows.read(original(place)),
    where: (place) => rows.where(original(place)),
    async *rows() {
      const wanted = indices.values();
      let next = wanted.next();
      let index = 0;
      for await (const row of rows.rows()) {
        if (next.done) return;
        if (index++ !== next.value) continue;
        yield row;
        next = wanted.next();
      }
    },
  };
}
