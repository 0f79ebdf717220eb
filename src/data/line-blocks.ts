import { DataError } from "../core/errors.ts";
import type { Bytes } from "./bytes.ts";
import { checkUtf8, refuseUtf16, withoutMark } from "./encoding.ts";
import { lineStarts, wholeLines } from "./line-starts.ts";

/** Longest row that is read, in bytes; a string cannot hold much more. */
export const LONGEST_ROW = 2 ** 28;

/** Whole lines of a text, about a mebibyte at a time. */
export interface LineBlock {
  readonly bytes: Buffer;
  /** Place of the first byte in the text. */
  readonly offset: number;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  /** Where each line begins within `bytes`; it ends, break included, where the next one begins. */
  readonly starts: readonly number[];
}

/**
 * Splits UTF-8 text into blocks of whole lines. A byte order mark is left out.
 *
 * @param name what messages call the text
 * @throws {DataError} when the text is not UTF-8 or a line has no end
 */
export async function* lineBlocks(bytes: Bytes, name: string): AsyncGenerator<LineBlock> {
  const splitter = new Splitter(name);
  for await (const piece of bytes) {
    const block = splitter.push(asBuffer(piece));
    if (block) yield block;
  }
  const last = splitter.rest();
  if (last) yield last;
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(piece: Uint8Array): Buffer {
  if (Buffer.isBuffer(piece)) return piece;
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

class Splitter {
  readonly #name: string;
  #offset = 0;
  #line = 1;
  /** Text whose last line has no end yet. */
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  push(piece: Buffer): LineBlock | undefined {
    const end = wholeLines(piece);
    this.#hold(piece.subarray(0, end));
    const block = end > 0 ? this.rest() : undefined;
    this.#hold(piece.subarray(end));
    return block;
  }

  /** A block of all that is held. */
  rest(): LineBlock | undefined {
    if (this.#heldBytes === 0) return undefined;
    const bytes = this.#withoutOpening(Buffer.concat(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
    checkUtf8(bytes, { name: this.#name, firstLine: this.#line });

    const starts = lineStarts(bytes);
    const block = { bytes, offset: this.#offset, firstLine: this.#line, starts };
    this.#offset += bytes.length;
    this.#line += starts.length;
    return block;
  }

  #withoutOpening(text: Buffer): Buffer {
    if (this.#offset > 0) return text;
    refuseUtf16(text, this.#name);
    const bytes = withoutMark(text);
    this.#offset = text.length - bytes.length;
    return bytes;
  }

  #hold(part: Buffer): void {
    if (part.length > 0) this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes <= LONGEST_ROW) return;
    throw new DataError(`line ${this.#line} is longer than ${LONGEST_ROW / 2 ** 20} MiB`, {
      where: `${this.#name}:${this.#line}`,
      fix: "check that the file has line breaks: a row stands on a line of its own",
    });
  }
}
