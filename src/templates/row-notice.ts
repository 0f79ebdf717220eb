import type { RowInspector } from "./inspected-rows.ts";

/** Counts the rows that it applies to and tells of them once, with the place of the first. */
export function noticeRows(
  applies: (row: object) => boolean,
  tell: (rows: string) => void,
): RowInspector {
  let count = 0;
  let first = "";
  return {
    see(row, where) {
      if (typeof row !== "object" || row === null || !applies(row)) return;
      if (count === 0) first = where;
      count++;
    },
    end() {
      if (count > 0) tell(`${count} ${count === 1 ? "row" : "rows"} (first: ${first})`);
    },
  };
}
