import { displayWidth } from "./display-width.ts";

/** A cell is text, or a number, which stands at the right of its column. */
export type Cell = string | number;

/** Rows as lines of aligned columns, two blanks apart; the head is the first line. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => displayWidth(String(line[column] ?? "")))),
  );
  const rightAligned = head.map(
    (_, column) =>
      rows.length > 0 &&
      rows.every((row) => typeof row[column] === "number" || row[column] === "n/a"),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => pad(String(cell), widths[column] ?? 0, rightAligned[column] ?? false))
      .join("  ")
      .trimEnd(),
  );
}

function pad(text: string, width: number, right: boolean): string {
  const blanks = " ".repeat(Math.max(0, width - displayWidth(text)));
  return right ? blanks + text : text + blanks;
}
