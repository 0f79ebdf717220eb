import { DataError } from "../core/errors.ts";
import type { CsvRecord } from "./csv-records.ts";
import { placeAfter } from "./text-place.ts";

/**
 * The cells of a record, as RFC 4180 has them: a cell that holds the separator, a quote or a line
 * break stands in quotes, and a quote within is doubled.
 *
 * @throws {DataError} when a quote is in the wrong place
 */
export function splitCells(record: CsvRecord, separator: string): readonly string[] {
  const { text } = record;
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(record, at) : endOfPlain(text, at, separator);
    const cell = text.slice(at, end);
    const isWhole = isQuoted ? isEnd(text[end], separator) : !cell.includes('"');
    if (!isWhole) {
      const span = { at, end: endOfPlain(text, end, separator), number: cells.length + 1 };
      throw strayQuote(record, span);
    }
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at = end + 1;
  }
  return cells;
}

function isEnd(next: string | undefined, separator: string): boolean {
  return next === undefined || next === separator;
}

function endOfPlain(text: string, from: number, separator: string): number {
  const end = text.indexOf(separator, from);
  return end === -1 ? text.length : end;
}

function endOfQuoted(record: CsvRecord, opening: number): number {
  const { text } = record;
  let quote = text.indexOf('"', opening + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote !== -1) return quote + 1;
  throw new DataError(`row ${record.number}: a quoted cell is never closed`, {
    where: placeOf(record, opening),
    fix: 'end the cell with a quote, and write quotes inside it twice: ""',
  });
}

interface CellSpan {
  readonly at: number;
  readonly end: number;
  /** From 1. */
  readonly number: number;
}

function strayQuote(record: CsvRecord, { at, end, number }: CellSpan): DataError {
  const cell = record.text.slice(at, end);
  const content = cell.startsWith('"') ? cell.slice(1).replace(/"$/, "") : cell;
  return new DataError(`row ${record.number}, column ${number}: a quote in a cell is not doubled`, {
    where: placeOf(record, at),
    fix: `write the cell as "${content.replaceAll('"', '""')}"`,
  });
}

function placeOf({ text, name, ...start }: CsvRecord, at: number): string {
  const { line, column } = placeAfter(text.slice(0, at), start);
  return `${name}:${line}:${column}`;
}
