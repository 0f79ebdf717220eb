import { DataError } from "../core/errors.ts";
import type { FlowSource, SourceName } from "./flow-source.ts";

/** Rows that belong together. */
export interface AlignedLine {
  readonly lineNumber: number;
  /** Place of its row in each source. */
  readonly places: Readonly<Partial<Record<SourceName, number>>>;
}

/** How the rows of all sources came together. */
export interface Alignment {
  /** Line numbers in their order. */
  readonly lineNumbers: readonly number[];
  /** The line at a place among them. */
  line(index: number): AlignedLine;
  /** What was used, as one line: `data 3, outputs 2, used 2, without output: [1]`. */
  readonly counts: string;
}

/**
 * Brings rows together by `line_number`, which is their place where a source has none. A line
 * exists when every source has a row for it.
 *
 * @throws {DataError} when a source has no rows, two have one number, or no line exists
 */
export function align(sources: readonly FlowSource[]): Alignment {
  for (const source of sources) checkRows(source);
  checkLengths(sources.filter(({ lineNumbers }) => lineNumbers === null));

  const tables = sources.map((source) => ({ name: source.name, rows: placesByNumber(source) }));
  const numbers = allNumbers(tables);
  const lineNumbers = numbers.filter((number) => tables.every(({ rows }) => rows.has(number)));
  const counts = describeCounts(tables, numbers, lineNumbers.length);
  // Of a million lines these few bytes are all that stays in memory.
  const columns = tables.map(({ name, rows }) => ({
    name,
    places: Int32Array.from(lineNumbers, (number) => rows.get(number) ?? 0),
  }));
  const line = (index: number): AlignedLine => ({
    lineNumber: lineNumbers[index] ?? 0,
    places: Object.fromEntries(columns.map(({ name, places }) => [name, places[index]])),
  });
  if (lineNumbers.length > 0) return { lineNumbers, line, counts };
  throw new DataError(`no line has a row in every source: ${counts}`, {
    fix: "give sources whose line numbers meet",
  });
}

type Table = { readonly name: SourceName; readonly rows: ReadonlyMap<number, number> };

function allNumbers(tables: readonly Table[]): number[] {
  const numbers = new Set<number>();
  for (const { rows } of tables) for (const number of rows.keys()) numbers.add(number);
  return [...numbers].sort((a, b) => a - b);
}

function checkRows({ name, count }: FlowSource): void {
  if (count > 0) return;
  throw new DataError(`"${name}" has no rows`, { fix: "give rows, or leave the source out" });
}

function checkLengths(unnumbered: readonly FlowSource[]): void {
  const [first, ...rest] = unnumbered;
  const other = rest.find(({ count }) => count !== first?.count);
  if (!first || !other) return;
  throw new DataError(
    `"${first.name}" has ${first.count} rows and "${other.name}" ${other.count}, and neither has line numbers`,
    { fix: 'give them as many rows each, or a "line_number" in every row' },
  );
}

/** Rows without a number among those that have one belong to no line. */
function placesByNumber({ name, count, lineNumbers, where }: FlowSource): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = 0; place < count; place++) {
    const number = lineNumbers === null ? place : lineNumbers[place];
    if (number === null || number === undefined) continue;
    const before = places.get(number);
    if (before !== undefined) {
      throw new DataError(`two rows of "${name}" have the line number ${number}`, {
        where: where(place),
        fix: `the other is at ${where(before)}; take one of them away`,
      });
    }
    places.set(number, place);
  }
  return places;
}

/** What rows of each source are called in counts. */
const COUNTED: Readonly<Record<SourceName, { readonly many: string; readonly one: string }>> = {
  data: { many: "data", one: "data" },
  "run.inputs": { many: "inputs", one: "input" },
  "run.outputs": { many: "outputs", one: "output" },
};

/** So many missing line numbers are listed. */
const LISTED = 10;

function describeCounts(
  tables: readonly Table[],
  numbers: readonly number[],
  used: number,
): string {
  const sizes = tables.map(({ name, rows }) => `${COUNTED[name].many} ${rows.size}`);
  const gaps = tables.flatMap(({ name, rows }) => {
    const missing = numbers.filter((number) => !rows.has(number));
    if (missing.length === 0) return [];
    const rest = missing.length > LISTED ? ", …" : "";
    return [`without ${COUNTED[name].one}: [${missing.slice(0, LISTED).join(", ")}${rest}]`];
  });
  return [...sizes, `used ${used}`, ...gaps].join(", ");
}
