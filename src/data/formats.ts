import { fileBytes } from "./bytes.ts";
import { csv } from "./csv.ts";
import type { Decompressor, Format, FormatInput, InputFile } from "./format.ts";
import { gunzip } from "./gzip.ts";
import { json } from "./json.ts";
import { decompressLz4 } from "./lz4.ts";
import { parquet } from "./parquet.ts";
import { decompressZstd } from "./zstd.ts";

const jsonl: Format = { where: (name, line) => `${name}:${line}` };

const FORMATS: Readonly<Record<string, Format>> = {
  ".jsonl": jsonl,
  ".ndjson": jsonl,
  ".json": json,
  ".csv": csv(","),
  ".tsv": csv("\t"),
  ".parquet": parquet,
};

const COMPRESSIONS: Readonly<Record<string, Decompressor>> = {
  ".gz": gunzip,
  ".zst": decompressZstd,
  ".lz4": decompressLz4,
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
