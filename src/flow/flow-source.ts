import { DataError } from "../core/errors.ts";
import type { RowSource } from "../core/row-source.ts";
import { describeJson } from "../core/schema-faults.ts";

/** The places that column mappings name. */
export type SourceName = "data" | "run.inputs" | "run.outputs";

/** Columns of a row. */
export type Columns = Readonly<Record<string, unknown>>;

/** Rows behind `${data.*}`, `${run.inputs.*}` or `${run.outputs.*}`. */
export interface FlowSource {
  readonly name: SourceName;
  readonly count: number;
  /** Line number of each row by its place, null of one that has none; null when no row has one. */
  readonly lineNumbers: readonly (number | null)[] | null;
  /** Columns that rows have, the first thousand. */
  readonly columns: readonly string[];
  /** Whether every row is known to have this column. */
  hasColumn(name: string): boolean;
  /** The row at a place, from 0. */
  read(place: number): Promise<Columns>;
  /** Where it stands, for messages. */
  where(place: number): string;
}

/** Of so many columns it is known which rows have them; a file with more has values as keys. */
const KNOWN_COLUMNS = 1000;

/**
 * Goes through all rows once for their line numbers and columns.
 *
 * @throws {DataError} when a row is no object, or its `line_number` no whole number
 */
export async function openSource(name: SourceName, rows: RowSource<unknown>): Promise<FlowSource> {
  const numbers: (number | null)[] = [];
  const counts = new Map<string, number>();
  for await (const row of rows.rows()) {
    const columns = columnsOf(row, rows.where(numbers.length));
    numbers.push(lineNumberOf(columns, rows.where(numbers.length)));
    countColumns(columns, counts);
  }
  return {
    name,
    count: numbers.length,
    columns: [...counts.keys()],
    hasColumn: (column) => counts.get(column) === numbers.length,
    lineNumbers: numbers.some((number) => number !== null) ? numbers : null,
    read: async (place) => columnsOf(await rows.read(place), rows.where(place)),
    where: (place) => rows.where(place),
  };
}

function countColumns(columns: Columns, counts: Map<string, number>): void {
  for (const column of Object.keys(columns)) {
    const count = counts.get(column);
    if (count !== undefined || counts.size < KNOWN_COLUMNS) counts.set(column, (count ?? 0) + 1);
  }
}

function lineNumberOf({ line_number: number = null }: Columns, where: string): number | null {
  if (number === null) return null;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  throw new DataError(`"line_number" is ${describeJson(number)}`, {
    where,
    fix: "it is the row's place in the data, from 0; name the column otherwise if it means something else",
  });
}

function columnsOf(row: unknown, where: string): Columns {
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as Columns;
  throw new DataError(`the row is ${describeJson(row)}, and a line of a flow needs an object`, {
    where,
    fix: 'write each row as {"column": value}',
  });
}
