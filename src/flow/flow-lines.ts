import type { DataFile, RowSource } from "../core/row-source.ts";
import { type AlignedLine, align } from "./align.ts";
import { checkColumns, hasColumn, type LineRows } from "./check-columns.ts";
import { type ColumnMapping, type InputOrigin, originsOf, triedSource } from "./column-mapping.ts";
import type { Columns, FlowSource, SourceName } from "./flow-source.ts";
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
  /** Line numbers by their place, in their order. */
  readonly lineNumbers: readonly number[];
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
  const { sources, files } = plan;
  const { lineNumbers, line, counts } = align(sources);
  const rowsOf = async ({ places }: AlignedLine): Promise<LineRows> => {
    const rows = new Map<SourceName, Columns>();
    for (const { name, read } of sources) rows.set(name, await read(places[name] ?? 0));
    return rows;
  };
  const where = ({ places }: AlignedLine) =>
    sources.map((source) => source.where(places[source.name] ?? 0)).join(", ");
  const origins = findOrigins(plan);
  const lines = {
    *[Symbol.iterator]() {
      for (const place of lineNumbers.keys()) yield line(place);
    },
  };
  await checkColumns({ lines, origins, sources, rowsOf, where });

  const read = async (index: number): Promise<FlowLine> => {
    const aligned = line(index);
    return mapLine(aligned.lineNumber, origins, await rowsOf(aligned));
  };
  return {
    count: lineNumbers.length,
    lineNumbers,
    counts,
    files,
    read,
    where: (index) => where(line(index)),
    async *rows() {
      for (const index of lineNumbers.keys()) yield await read(index);
    },
  };
}

type Origins = ReadonlyMap<string, InputOrigin>;

function findOrigins({ inputs, mapping, sources, warn }: LinePlan): Origins {
  const names = sources.map(({ name }) => name);
  const tried = sources.find(({ name }) => name === triedSource(names));
  const hides = (column: string) => tried?.hasColumn(column) === true;
  return originsOf(inputs, mapping, { names, hasColumn: hides, warn });
}

function mapLine(lineNumber: number, origins: Origins, rows: LineRows): FlowLine {
  const inputs: Record<string, unknown> = {};
  let fault: string | undefined;
  for (const [input, origin] of origins) {
    if (origin.kind === "constant") inputs[input] = origin.value;
    if (origin.kind !== "column") continue;
    const { column } = origin;
    const row = rows.get(origin.source);
    if (hasColumn(row, column)) inputs[input] = row[column];
    else fault ??= outputLacks(column, input);
  }
  return { line_number: lineNumber, inputs, ...(fault !== undefined && { fault }) };
}

function outputLacks(column: string, input: string): string {
  return `the output of the earlier run lacks "${column}", which the input "${input}" needs`;
}
