import { closest } from "../core/closest.ts";
import { DataError } from "../core/errors.ts";
import type { AlignedLine } from "./align.ts";
import type { InputOrigin } from "./column-mapping.ts";
import type { Columns, FlowSource, SourceName } from "./flow-source.ts";

/** The rows of a line, by source. */
export type LineRows = ReadonlyMap<SourceName, Columns>;

/** What is checked of the lines of a run. */
export interface ColumnCheck {
  readonly lines: Iterable<AlignedLine>;
  readonly origins: ReadonlyMap<string, InputOrigin>;
  readonly sources: readonly FlowSource[];
  rowsOf(line: AlignedLine): Promise<LineRows>;
  /** Where its rows stand, for messages. */
  where(line: AlignedLine): string;
}

/**
 * Finds inputs that no row has a value for, and rows of data that lack one. Rows are read again only
 * when a source has not every column in each of them.
 *
 * @throws {DataError} naming all of the former, or the first of the latter
 */
export async function checkColumns(check: ColumnCheck): Promise<void> {
  const { origins, sources } = check;
  const columns = [...origins].flatMap(([input, origin]) =>
    origin.kind === "column" ? [{ input, ...origin }] : [],
  );
  const inAllRows = ({ source, column }: Column) =>
    column !== LINE_NUMBER && sources.some((one) => one.name === source && one.hasColumn(column));
  const doubtful = columns.filter((column) => !inAllRows(column));
  const { found, refusal } = await search(doubtful, check);
  const missing = [...origins].filter(([input, { kind }]) => {
    if (kind === "column") return doubtful.some((one) => one.input === input) && !found.has(input);
    return kind !== "constant";
  });
  if (missing.length > 0) throw nothingFound(missing, sources);
  if (refusal) throw refusal;
}

/** Whether a row has a column. Its line number is none. */
export function hasColumn(row: Columns | undefined, column: string): row is Columns {
  return row !== undefined && column !== LINE_NUMBER && Object.hasOwn(row, column);
}

const LINE_NUMBER = "line_number";

type Column = Extract<InputOrigin, { kind: "column" }> & { readonly input: string };

async function search(
  columns: readonly Column[],
  { lines, rowsOf, where }: ColumnCheck,
): Promise<{ found: ReadonlySet<string>; refusal: DataError | undefined }> {
  const found = new Set<string>();
  let refusal: DataError | undefined;
  for (const line of columns.length > 0 ? lines : []) {
    const rows = await rowsOf(line);
    const lacking = columns.filter(({ source, column }) => !hasColumn(rows.get(source), column));
    for (const column of columns) if (!lacking.includes(column)) found.add(column.input);
    const refused = lacking.find(({ source }) => source !== "run.outputs");
    if (refused) refusal ??= rowLacks(refused, where(line));
  }
  return { found, refusal };
}

function rowLacks({ column, input }: Column, where: string): DataError {
  return new DataError(`the row lacks "${column}", which the input "${input}" needs`, {
    where,
    fix: "add it to the row, give the input a default, or map another column",
  });
}

function nothingFound(missing: readonly Missing[], sources: readonly FlowSource[]): DataError {
  const named = missing.map(([input, origin]) => {
    if (origin.kind === "column") return `"${input}" (\${${origin.source}.${origin.column}})`;
    return origin.kind === "unresolved" ? `"${input}" (${origin.text})` : `"${input}"`;
  });
  const hints = missing.map((one) => hintFor(one, sources)).filter((hint) => hint !== undefined);
  const columns = sources.map(({ name, columns }) => `${name} has ${listed(columns)}`);
  return new DataError(`no row has a value for the input ${named.join(", ")}`, {
    fix: [...hints, ...columns].join("; "),
  });
}

type Missing = readonly [string, InputOrigin];

/** A reference that is nearly the one that was written. */
function hintFor([input, origin]: Missing, sources: readonly FlowSource[]): string | undefined {
  if (origin.kind === "column") {
    const { columns = [] } = sources.find(({ name }) => name === origin.source) ?? {};
    const [near] = closest(origin.column, columns);
    if (near !== undefined) return `did you mean \${${origin.source}.${near}}?`;
    const other = sources.find(({ columns }) => columns.includes(origin.column));
    return other && `map it: --map '${input}=\${${other.name}.${origin.column}}'`;
  }
  if (origin.kind === "unresolved") return `there is no source for ${origin.text}`;
  return undefined;
}

/** So many columns are listed. */
const LISTED = 20;

function listed(columns: readonly string[]): string {
  const names = columns.slice(0, LISTED).map((name) => `"${name}"`);
  return [...names, ...(columns.length > LISTED ? ["…"] : [])].join(", ");
}
