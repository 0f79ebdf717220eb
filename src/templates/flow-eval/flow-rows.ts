import { ConfigError } from "../../core/errors.ts";
import type { RowSource } from "../../core/row-source.ts";
import type { FlowLine, FlowLines } from "../../flow/flow-lines.ts";
import type { Columns } from "../../flow/flow-source.ts";

/** A sample of a flow: a line, and the row of the data where a target needs it. */
export interface FlowRow extends FlowLine {
  readonly data?: Columns;
}

/** What becomes a flow's samples: each is called after the number of its line. */
export interface FlowRowsOptions {
  readonly lines: FlowLines;
  /** Only the line of this number. */
  readonly only?: number | undefined;
  /** The data that goes along, in the order of the lines. */
  dataOf?(place: number): Promise<Columns>;
}

/**
 * The lines of a flow as samples.
 *
 * @throws {ConfigError} when the only line that is wanted is not there
 */
export function flowRows({ lines, only, dataOf }: FlowRowsOptions): RowSource<FlowRow> {
  const { lineNumbers } = lines;
  const numbers = only === undefined ? lineNumbers : lineNumbers.filter((one) => one === only);
  if (numbers.length === 0) throw noSuchLine(only, lineNumbers);
  const read = async (number: number): Promise<FlowRow> => {
    const place = placeOf(number, lineNumbers);
    const line = await lines.read(place);
    return dataOf ? { ...line, data: await dataOf(place) } : line;
  };
  return {
    count: numbers.length,
    numbers,
    files: lines.files,
    read,
    where: (number) => lines.where(placeOf(number, lineNumbers)),
    async *rows() {
      for (const number of numbers) yield await read(number);
    },
  };
}

/** The place of a number in a list that ascends. */
function placeOf(number: number, ascending: readonly number[]): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function noSuchLine(only: number | undefined, numbers: readonly number[]): ConfigError {
  const [first] = numbers;
  return new ConfigError(`there is no line ${only}`, {
    where: "--line",
    fix: `lines are counted from 0; there are ${numbers.length}, from ${first} to ${numbers.at(-1)}`,
  });
}
