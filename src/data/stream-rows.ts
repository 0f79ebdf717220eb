import { Buffer } from "node:buffer";
import { orAborted } from "../core/abortable.ts";
import { ConfigError } from "../core/errors.ts";
import type { RowSource } from "../core/row-source.ts";
import { checkUtf8, withoutMark } from "./encoding.ts";
import { parseRow } from "./json-row.ts";
import { LineNumbers } from "./line-numbers.ts";

/** What a program writes into this one, such as `process.stdin`. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  /** Whether somebody read it before. */
  readonly readableDidRead?: boolean;
}

/** The reference that stands for standard input. */
export const STANDARD_INPUT = "-";

/** What messages call it. */
const NAME = "standard input";

/** Rows of JSON Lines that come one by one; those that nobody read yet are in memory. */
export class StreamRows implements RowSource<unknown> {
  readonly count = null;
  readonly files = [];
  readonly #input: InputStream | undefined;
  readonly #lines = new LineNumbers();
  readonly #waiting = new Map<number, Buffer>();

  /** @param input absent where rows are only looked for, and none can be read */
  constructor(input: InputStream | undefined) {
    this.#input = input;
  }

  /** @throws {ConfigError} when there is no input, or somebody read it before */
  async *arrivals(signal: AbortSignal): AsyncGenerator<number> {
    let row = 0;
    let lineNumber = 0;
    for await (const line of linesOf(this.#unread(), signal)) {
      lineNumber += 1;
      const text = lineNumber === 1 ? withoutMark(line) : line;
      if (isBlank(text)) continue;
      this.#lines.add(row, lineNumber);
      this.#waiting.set(row, text);
      yield row++;
    }
  }

  /** @throws {DataError} with its line when it is not JSON */
  async read(index: number): Promise<unknown> {
    const text = this.#waiting.get(index);
    if (text === undefined) throw new RangeError(`row ${index} of a stream is not there any more`);
    this.#waiting.delete(index);
    const line = this.#lines.at(index);
    checkUtf8(text, { name: NAME, firstLine: line });
    return parseRow(text.toString("utf8"), () => ({ name: NAME, line }));
  }

  async *rows(): AsyncGenerator<unknown> {
    for await (const row of this.arrivals(new AbortController().signal)) yield this.read(row);
  }

  where(index: number): string {
    return `${NAME}:${this.#lines.at(index)}`;
  }

  #unread(): InputStream {
    const input = this.#input;
    if (input && input.readableDidRead !== true) return input;
    throw new ConfigError(
      input ? "standard input was read before" : "there is no standard input to read",
      {
        where: `samples_jsonl: ${STANDARD_INPUT}`,
        fix: input
          ? "a stream can be judged once: run one eval by one function, or name a file"
          : "name a file",
      },
    );
  }
}

const BREAK = 0x0a;

/** Each line as soon as its end has come; the last one may have none. */
async function* linesOf(input: InputStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  const held: Buffer[] = [];
  for await (const piece of piecesOf(input, signal)) {
    let start = 0;
    for (let end = piece.indexOf(BREAK); end >= 0; end = piece.indexOf(BREAK, start)) {
      yield Buffer.concat([...held.splice(0), piece.subarray(start, end)]);
      start = end + 1;
    }
    if (start < piece.length) held.push(piece.subarray(start));
  }
  if (held.length > 0) yield Buffer.concat(held);
}

/** A stream that is stopped ends: what has come is judged. */
async function* piecesOf(input: InputStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pieces = input[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = await nextOf(pieces, signal);
      if (!next || next.done) return;
      yield Buffer.from(next.value);
    }
  } finally {
    if (!signal.aborted) await pieces.return?.(); // else it waits for what may never come
  }
}

async function nextOf<T>(
  pieces: AsyncIterator<T>,
  signal: AbortSignal,
): Promise<IteratorResult<T> | undefined> {
  try {
    return await orAborted(pieces.next(), signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
