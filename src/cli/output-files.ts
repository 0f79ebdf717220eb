import { closeSync, createWriteStream, existsSync, openSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "../core/errors.ts";
import { makeFolder } from "../data/make-folder.ts";
import { flowOutputsJsonl, isFlowLog } from "../record/flow-log.ts";
import { outputsJsonl } from "../record/outputs-jsonl.ts";
import type { Log } from "../record/read-log.ts";
import { samplesCsv } from "../record/samples-csv.ts";
import type { Io } from "./io.ts";

/**
 * Sees to it that a file can be written, before anything is asked; nothing is left behind.
 *
 * @throws {ConfigError} when it cannot
 */
export function prepareFile(path: string, { cwd }: Io): void {
  const file = resolve(cwd, path);
  try {
    makeFolder(dirname(file));
    const isNew = !existsSync(file);
    closeSync(openSync(file, "a"));
    if (isNew) rmSync(file);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** Writes a value as JSON where the user wants it. */
export async function writeJson(path: string, value: unknown, io: Io): Promise<void> {
  await write(path, [`${JSON.stringify(value, null, 2)}\n`], io);
}

/** Writes text, piece by piece, where the user wants it. */
export async function writeText(path: string, parts: AsyncIterable<string>, io: Io): Promise<void> {
  await write(path, parts, io);
}

/** Writes one row per sample of a log as CSV where the user wants it. */
export async function writeSamplesCsv(path: string, log: Log, io: Io): Promise<void> {
  await write(path, samplesCsv(log), io);
}

/** Writes one line per sample of a log as JSON where the user wants it. */
export async function writeOutputs(path: string, log: Log, io: Io): Promise<void> {
  await write(path, isFlowLog(log) ? flowOutputsJsonl(log) : outputsJsonl(log), io);
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
    makeFolder(dirname(file));
    await pipeline(Readable.from(redacted()), createWriteStream(file));
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** The error of a file; any other error is nobody's fault but ours, and stays what it is. */
function cannotWrite(file: string, error: unknown): unknown {
  if (!isFileFault(error)) return error;
  return new ConfigError(`the file cannot be written: ${error.message}`, {
    where: file,
    cause: error,
  });
}

function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
