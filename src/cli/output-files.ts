import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "../core/errors.ts";
import type { Log } from "../record/read-log.ts";
import { samplesCsv } from "../record/samples-csv.ts";
import type { Io } from "./io.ts";

/** Writes a value as JSON where the user wants it. */
export async function writeJson(path: string, value: unknown, io: Io): Promise<void> {
  await write(path, [`${JSON.stringify(value, null, 2)}\n`], io);
}

/** Writes one row per sample of a log as CSV where the user wants it. */
export async function writeSamplesCsv(path: string, log: Log, io: Io): Promise<void> {
  await write(path, samplesCsv(log), io);
}

/** @throws {ConfigError} when the file cannot be written */
async function write(
  path: string,
  parts: Iterable<string> | AsyncIterable<string>,
  { cwd, secrets }: Io,
): Promise<void> {
  const file = resolve(cwd, path);
  const redacted = async function* () {
    for await (const part of parts) yield secrets.redact(part);
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    await pipeline(Readable.from(redacted()), createWriteStream(file));
  } catch (cause) {
    if (!isFileFault(cause)) throw cause;
    throw new ConfigError(`the file cannot be written: ${cause.message}`, { where: file, cause });
  }
}

function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
