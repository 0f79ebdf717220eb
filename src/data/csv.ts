import { DataError } from "../core/errors.ts";
import { splitCells } from "./csv-cells.ts";
import { type CsvRecord, csvRecords } from "./csv-records.ts";
import type { FormatInput, PlacedRow } from "./format.ts";
import { parseJson } from "./json-row.ts";

/** Columns that hold chats and lists of answers, so that a cell may be JSON. */
const JSON_COLUMNS = new Set(["input", "messages", "ideal"]);

/**
 * Tables of text with a header. A cell stays text; only in the columns `input`, `messages` and
 * `ideal` one that is a JSON list or object is taken as that value.
 */
export function csvRows(separator: string): (input: FormatInput) => AsyncGenerator<PlacedRow> {
  return (input) => tableRows(input, separator);
}

async function* tableRows(input: FormatInput, separator: string): AsyncGenerator<PlacedRow> {
  let header: readonly string[] | undefined;
  for await (const record of csvRecords(input)) {
    const cells = splitCells(record, separator);
    if (header) yield { json: toJson(record, header, cells), place: record.line };
    else header = checkedHeader(record, cells);
  }
}

function checkedHeader({ name, line }: CsvRecord, header: readonly string[]): readonly string[] {
  const where = `${name}:${line}`;
  const nameless = header.findIndex((column) => column.trim() === "");
  if (nameless !== -1) {
    const fix = "name every column in the first row";
    throw new DataError(`column ${nameless + 1} has no name in the header`, { where, fix });
  }
  const twice = header.find((column, index) => header.indexOf(column) !== index);
  if (twice !== undefined) {
    throw new DataError(`two columns are called "${twice}"`, { where, fix: "rename one of them" });
  }
  if (header.length === 1 && /[;\t,]/.test(header[0] ?? "")) {
    const fix = "separate the cells by commas in a .csv file, by tabs in a .tsv file";
    throw new DataError(`the header has a single column, "${header[0]}"`, { where, fix });
  }
  return header;
}

function toJson(record: CsvRecord, header: readonly string[], cells: readonly string[]): string {
  if (cells.length === header.length) {
    const fields = header.map((column, i) => [column, toValue(column, cells[i] ?? "")]);
    return JSON.stringify(Object.fromEntries(fields));
  }
  const counts = `${header.length} columns, but ${cells.length} in row ${record.number}`;
  throw new DataError(`the header has ${counts}`, {
    where: `${record.name}:${record.line}`,
    fix: "put a cell that holds the separator in quotes, and keep the separators of empty cells",
  });
}

function toValue(column: string, cell: string): unknown {
  if (!JSON_COLUMNS.has(column) || !/^\s*[[{]/.test(cell)) return cell;
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}
