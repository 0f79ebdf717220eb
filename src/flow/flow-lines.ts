import { DataError } from "../core/errors.ts";
import type { DataFile, RowSource } from "../core/row-source.ts";
import { type AlignedLine, align } from "./align.ts";
import { type ColumnMapping, type InputOrigin, originsOf, triedSource } from "./column-mapping.ts";
import type { Columns, FlowSource } from "./flow-source.ts";
import type { FlowInput } from "./spec.ts";

/** One line of a run, before its values are converted. Plain JSON. */
export interface FlowLine {
  /** The row's place in the data, from 0. */
  readonly line_number: number;
  /** Values of flow inputs. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Why it cannot run: an earlier run's output lacks what the mapping names. */
  readonly fault?: string;
}

/** What makes lines of rows. */
export interface LinePlan {
  readonly inputs: ReadonlyMap<string, FlowInput>;
  readonly mapping: ColumnMapping;
  readonly sources: readonly FlowSource[];
  /** The files behind the sources. */
  readonly files: readonly DataFile[];
  warn(message: string): void;
}

/** The lines of a run, in the order of their numbers. */
export interface FlowLines extends RowSource<FlowLine> {
  readonly count: number;
  /** What was used of each source, as one line. */
  readonly counts: string;
}

/**
 * Brings the rows of all sources together and maps their columns to the flow's inputs. Every row is
 * looked at before the first line runs.
 *
 * @throws {DataError} when rows do not meet, a reference names what no row has, or a row of the data
 *   lacks its column
 */
export async function planLines(plan: LinePlan): Promise<FlowLines> {
  const { lines, counts } = align(plan.sources);
  const readers = new Map(plan.sources.map((source) => [source.name, source]));
  const rowsOf = async ({ places }: AlignedLine) => {
    const rows = new Map<string, Columns>();
    for (const [name, source] of readers) rows.set(name, await source.read(places[name] ?? 0));
    return rows;
  };
  const origins = await findOrigins(plan, lines, rowsOf);
  const where = (line: AlignedLine) =>
    [...readers.values()].map((source) => source.where(line.places[source.name] ?? 0)).join(", ");
  await checkColumns({ lines, origins, rowsOf, where });

  const read = async (index: number): Promise<FlowLine> => {
    const line = lines[index] as AlignedLine; // an index is below count
    return mapLine(line.lineNumber, origins, await rowsOf(line));
  };
  return {
    count: lines.length,
    counts,
    files: plan.files,
    read,
    where: (index) => where(lines[index] as AlignedLine), // as above
    async *rows() {
      for (let index = 0; index < lines.length; index++) yield await read(index);
    },
  };
}

type Origins = ReadonlyMap<string, InputOrigin>;
type ReadRows = (line: AlignedLine) => Promise<ReadonlyMap<string, Columns>>;

async function findOrigins(
  { inputs, mapping, sources, warn }: LinePlan,
  [first]: readonly AlignedLine[],
  rowsOf: ReadRows,
): Promise<Origins> {
  const names = sources.map(({ name }) => name);
  const tried = triedSource(names);
  const row = first && tried ? (await rowsOf(first)).get(tried) : undefined;
  const hasColumn = (column: string) => row !== undefined && Object.hasOwn(row, column);
  return originsOf(inputs, mapping, { names, hasColumn, warn });
}

interface ColumnCheck {
  readonly lines: readonly AlignedLine[];
  readonly origins: Origins;
  readonly rowsOf: ReadRows;
  readonly where: (line: AlignedLine) => string;
}

async function checkColumns({ lines, origins, rowsOf, where }: ColumnCheck): Promise<void> {
  const columns = [...origins].flatMap(([input, origin]) =>
    origin.kind === "column" ? [{ input, ...origin }] : [],
  );
  const found = new Set<string>();
  let refusal: DataError | undefined;
  for (const line of lines) {
    const rows = await rowsOf(line);
    const lacking = columns.filter(({ source, column }) => !has(rows.get(source), column));
    for (const column of columns) if (!lacking.includes(column)) found.add(column.input);
    const refused = lacking.find(({ source }) => source !== "run.outputs");
    if (refused) refusal ??= rowLacks(refused.column, refused.input, where(line));
  }
  const unresolved = [...origins].filter(
    ([name, { kind }]) => kind !== "constant" && !found.has(name),
  );
  if (unresolved.length > 0) throw nothingFound(unresolved);
  if (refusal) throw refusal;
}

function rowLacks(column: string, input: string, where: string): DataError {
  return new DataError(`the row lacks "${column}", which the input "${input}" needs`, {
    where,
    fix: "add it to the row, give the input a default, or map another column",
  });
}

function nothingFound(unresolved: readonly (readonly [string, InputOrigin])[]): DataError {
  const named = unresolved.map(([input, origin]) => {
    if (origin.kind === "column") return `"${input}" (\${${origin.source}.${origin.column}})`;
    return origin.kind === "unresolved" ? `"${input}" (${origin.text})` : `"${input}"`;
  });
  return new DataError(`no row has a value for the input ${named.join(", ")}`, {
    fix: `map each to a column that there is, as in ${unresolved[0]?.[0]}: \${data.COLUMN}, or give it a default`,
  });
}

function mapLine(
  lineNumber: number,
  origins: Origins,
  rows: ReadonlyMap<string, Columns>,
): FlowLine {
  const inputs: Record<string, unknown> = {};
  let fault: string | undefined;
  for (const [input, origin] of origins) {
    if (origin.kind === "constant") inputs[input] = origin.value;
    if (origin.kind !== "column") continue;
    const row = rows.get(origin.source);
    if (has(row, origin.column)) inputs[input] = row[origin.column];
    else
      fault ??= `the output of the earlier run lacks "${origin.column}", which the input "${input}" needs`;
  }
  return { line_number: lineNumber, inputs, ...(fault !== undefined && { fault }) };
}

function has(row: Columns | undefined, column: string): row is Columns {
  return row !== undefined && column !== "line_number" && Object.hasOwn(row, column);
}
