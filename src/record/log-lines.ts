import { createReadStream } from "node:fs";
import { ConfigError, DataError } from "../core/errors.ts";

const CHUNK_SIZE = 1024 * 1024;
const LONGEST_LINE = 256 * 1024 * 1024;
const NEWLINE = 10;

/** A line of a file. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** UTF-8 text, left undecoded: most lines of a large log are only passed over. */
  readonly bytes: Buffer;
  /** Where it begins in the file, in bytes, and where the next one does. */
  readonly start: number;
  readonly end: number;
}

/**
 * The lines of a UTF-8 file that are not blank, one by one: a file of any size takes little memory.
 *
 * @throws {ConfigError} when the file cannot be read
 * @throws {DataError} when a line has more than 256 MiB
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let number = 0;
  let end = 0;
  for await (const line of splitLines(path)) {
    const start = end;
    number += 1;
    end += line.length + 1;
    const bytes = number === 1 ? withoutBom(line) : line;
    if (!bytes.every(isSpace)) yield { number, bytes, start, end };
  }
}

async function* splitLines(path: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of chunksOf(path)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield joined([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
    if (pieces.length > LONGEST_LINE / CHUNK_SIZE) throw tooLong(path);
  }
  if (pieces.length > 0) yield joined(pieces);
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_SIZE });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`the log cannot be read: ${reason}`, {
      where: path,
      fix: "name the log file that the run told at its end",
      cause,
    });
  }
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

function withoutBom(bytes: Buffer): Buffer {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasBom ? bytes.subarray(3) : bytes;
}

function tooLong(path: string): DataError {
  return new DataError("a line has more than 256 MiB: this is no log", {
    where: path,
    fix: "name the log file that the run told at its end",
  });
}
