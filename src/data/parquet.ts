import { isUtf8 } from "node:buffer";
import type { RowGroup } from "hyparquet";
import { isSystemError, unreadable } from "./bytes.ts";
import { damaged } from "./damaged.ts";
import type { FormatInput, PlacedRow } from "./format.ts";

/** Rows that are decoded at a time. */
const SLICE = 50_000;

/**
 * Parquet. Dates become ISO text, binary values text where they are UTF-8 and base64 elsewhere, and
 * an integer that a number cannot hold exactly text as well; NaN and infinities become null.
 */
export async function* parquetRows(input: FormatInput): AsyncGenerator<PlacedRow> {
  let place = 0;
  try {
    for await (const row of rawRows(input.path)) {
      yield { json: JSON.stringify(toJson(row)), place: ++place };
    }
  } catch (error) {
    if (isSystemError(error)) throw unreadable(input.path, error);
    throw damaged(input, { format: "Parquet", cause: error });
  }
}

async function* rawRows(path: string): AsyncGenerator<unknown> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import(
    "hyparquet"
  );
  const { compressors } = await import("hyparquet-compressors");
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const options = { file, metadata, compressors, parsers, utf8: false };
  for (const slice of slices(metadata.row_groups)) {
    yield* await parquetReadObjects({ ...options, ...slice });
  }
}

/** Ranges of rows that each lie within one row group. */
function* slices(groups: readonly RowGroup[]): Generator<{ rowStart: number; rowEnd: number }> {
  let end = 0;
  for (const { num_rows } of groups) {
    const groupStart = end;
    end += Number(num_rows);
    for (let rowStart = groupStart; rowStart < end; rowStart += SLICE) {
      yield { rowStart, rowEnd: Math.min(rowStart + SLICE, end) };
    }
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const DAY_MS = 86_400_000;

const parsers = {
  /** A missing value comes as undefined. */
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && strictUtf8.decode(bytes),
  dateFromDays: (days: number | undefined) =>
    days === undefined ? undefined : new Date(days * DAY_MS).toISOString().slice(0, 10),
};

function toJson(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return bigintToJson(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Uint8Array) return bytesToText(value);
  if (Array.isArray(value)) return value.map(toJson);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toJson(field)]));
}

function bigintToJson(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function bytesToText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString(isUtf8(bytes) ? "utf8" : "base64");
}
