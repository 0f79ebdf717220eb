import { fileBytes } from "./bytes.ts";
import type { Decompressor, Format, FormatInput, InputFile } from "./format.ts";

const jsonl: Format = { where: atLine };

const FORMATS: Readonly<Record<string, Format>> = {
  ".jsonl": jsonl,
  ".ndjson": jsonl,
  ".json": { where: atIndex, rows: loaded(async () => (await import("./json.ts")).jsonRows) },
  ".csv": { where: atLine, rows: loaded(async () => (await import("./csv.ts")).csvRows(",")) },
  ".tsv": { where: atLine, rows: loaded(async () => (await import("./csv.ts")).csvRows("\t")) },
  ".parquet": {
    where: atRow,
    rows: loaded(async () => (await import("./parquet.ts")).parquetRows),
  },
};

const COMPRESSIONS: Readonly<Record<string, Decompressor>> = {
  ".gz": loaded(async () => (await import("./gzip.ts")).gunzip),
  ".zst": loaded(async () => (await import("./zstd.ts")).decompressZstd),
  ".lz4": loaded(async () => (await import("./lz4.ts")).decompressLz4),
};

/** The kinds of files that rows are read from, for messages. */
export const KNOWN_SUFFIXES = `${Object.keys(FORMATS).join(", ")} (also with ${Object.keys(COMPRESSIONS).join(", ")})`;

/** How a file is read, told by the end of its name. */
export interface FileKind {
  readonly format: Format;
  readonly decompress?: Decompressor | undefined;
  /** The endings that told: `.csv.gz`. */
  readonly suffix: string;
}

/** The kind of a file; undefined when its name ends in no known way. */
export function knownKind(name: string): FileKind | undefined {
  const lower = name.toLowerCase();
  const packed = endingOf(lower, COMPRESSIONS);
  const suffix = endingOf(lower.slice(0, lower.length - packed.length), FORMATS);
  const format = FORMATS[suffix];
  return format && { format, decompress: COMPRESSIONS[packed], suffix: suffix + packed };
}

/** The kind of a file that the user named himself: JSON Lines unless its name says otherwise. */
export function kindOf(name: string): FileKind {
  const packed = endingOf(name.toLowerCase(), COMPRESSIONS);
  return knownKind(name) ?? { format: jsonl, decompress: COMPRESSIONS[packed], suffix: packed };
}

/** A file as its format reads it. */
export function formatInput(file: InputFile, { decompress }: FileKind): FormatInput {
  return { ...file, bytes: () => (decompress ? decompress(file) : fileBytes(file.path)) };
}

function endingOf(name: string, table: Readonly<Record<string, unknown>>): string {
  return Object.keys(table).find((ending) => name.endsWith(ending)) ?? "";
}

/** A reader that is loaded when it first reads: most runs need none but that of JSON Lines. */
function loaded<Input, Output>(
  load: () => Promise<(input: Input) => AsyncIterable<Output>>,
): (input: Input) => AsyncIterable<Output> {
  return async function* read(input) {
    const reader = await load();
    yield* reader(input);
  };
}

function atLine(name: string, line: number): string {
  return `${name}:${line}`;
}

function atIndex(name: string, number: number): string {
  return `${name}[${number - 1}]`;
}

function atRow(name: string, number: number): string {
  return `${name} row ${number}`;
}
