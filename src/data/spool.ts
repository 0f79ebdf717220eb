import { existsSync } from "node:fs";
import { join } from "node:path";
import { untilAborted } from "../core/abortable.ts";
import { type Bytes, sha256Of } from "./bytes.ts";
import type { InputFile, PlacedRow } from "./format.ts";
import { type FileKind, formatInput } from "./formats.ts";
import { type CountedRows, jsonlRows } from "./jsonl-rows.ts";
import type { Opening } from "./opening.ts";
import { writeWhole } from "./whole-file.ts";

/** Goes up when the same file would be converted to other rows. */
const VERSION = 1;

/**
 * The rows of a file that has no lines to point at: they are written to the cache once as JSON
 * Lines, under the checksum of the file, and read from there.
 */
export async function spooledRows(
  file: InputFile,
  kind: FileKind,
  { cache: folder, signal }: Opening,
): Promise<CountedRows> {
  const sha256 = await sha256Of(file.path, signal);
  const name = `${sha256}${kind.suffix}.${VERSION}.jsonl`;
  const path = join(folder, name);
  if (!existsSync(path)) {
    await writeWhole(folder, untilAborted(asJsonLines(file, kind), signal), () => name);
  }
  return jsonlRows(path, { name: file.name, sha256, where: kind.format.where }, { signal });
}

function asJsonLines(file: InputFile, kind: FileKind): Bytes {
  const input = formatInput(file, kind);
  return kind.format.rows ? toJsonLines(kind.format.rows(input)) : input.bytes();
}

const BATCH = 2 ** 18;

/**
 * Rows as JSON Lines, each on the line that its place says: so nothing else must keep the places.
 * The lines between are blank.
 */
export async function* toJsonLines(rows: AsyncIterable<PlacedRow>): AsyncGenerator<Buffer> {
  let batch = "";
  let line = 1;
  for await (const { json, place } of rows) {
    batch += `${"\n".repeat(place - line)}${json}\n`;
    line = place + 1;
    if (batch.length < BATCH) continue;
    yield Buffer.from(batch);
    batch = "";
  }
  yield Buffer.from(batch);
}
