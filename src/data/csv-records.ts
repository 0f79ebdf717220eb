import { DataError } from "../core/errors.ts";
import type { FormatInput } from "./format.ts";
import { LONGEST_ROW, lineBlocks } from "./line-blocks.ts";

/** One record of a CSV file, without its final line break. */
export interface CsvRecord {
  readonly text: string;
  /** What messages call the file. */
  readonly name: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
  /** Its number, from 1, the header being one, as a spreadsheet counts. */
  readonly number: number;
}

/** Splits a CSV file into records. Empty lines are none. */
export async function* csvRecords({ bytes, name }: FormatInput): AsyncGenerator<CsvRecord> {
  const records = new Records(name);
  for await (const { bytes: text, firstLine, starts } of lineBlocks(bytes(), name)) {
    for (const [index, start] of starts.entries()) {
      const line = text.toString("utf8", start, starts[index + 1]);
      const record = records.push(line, firstLine + index);
      if (record) yield record;
    }
  }
  const last = records.rest();
  if (last) yield last;
}

/** A line break ends a record when the quotes before it come in pairs. */
class Records {
  readonly #name: string;
  #number = 0;
  #line = 0;
  #lines: string[] = [];
  #length = 0;
  #isQuoteOpen = false;

  constructor(name: string) {
    this.#name = name;
  }

  push(text: string, line: number): CsvRecord | undefined {
    if (this.#lines.length === 0) {
      if (text.trim() === "") return undefined;
      this.#line = line;
    }
    this.#hold(text);
    return this.#isQuoteOpen ? undefined : this.rest();
  }

  /** A record of all lines that are held. */
  rest(): CsvRecord | undefined {
    if (this.#lines.length === 0) return undefined;
    const text = this.#lines.join("").replace(/(?:\r\n|\r|\n)$/, "");
    this.#lines = [];
    this.#length = 0;
    this.#number++;
    return { text, name: this.#name, line: this.#line, number: this.#number };
  }

  #hold(text: string): void {
    this.#lines.push(text);
    this.#length += text.length;
    if (hasOddQuotes(text)) this.#isQuoteOpen = !this.#isQuoteOpen;
    if (this.#length <= LONGEST_ROW) return;
    throw new DataError(`a record is longer than ${LONGEST_ROW / 2 ** 20} MiB`, {
      where: `${this.#name}:${this.#line}`,
      fix: "look for a quote that is never closed",
    });
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}
