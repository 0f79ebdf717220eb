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
  /** The row at a place, from 0. */
  read(place: number): Promise<Columns>;
  /** Where it stands, for messages. */
  where(place: number): string;
}

/**
 * Goes through all rows once for their line numbers.
 *
 * @throws {DataError} when a row is no object, or its `line_number` no whole number
 */
export async function openSource(name: SourceName, rows: RowSource<unknown>): Promise<FlowSource> {
  const numbers: (number | null)[] = [];
  for await (const row of rows.rows()) numbers.push(lineNumberOf(row, rows.where(numbers.length)));
  return {
    name,
    count: numbers.length,
    lineNumbers: numbers.some((number) => number !== null) ? numbers : null,
    read: async (place) => columnsOf(await rows.read(place), rows.where(place)),
    where: (place) => rows.where(place),
  };
}

function lineNumberOf(row: unknown, where: string): number | null {
  const { line_number: number = null } = columnsOf(row, where);
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
