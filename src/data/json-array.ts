import { DataError } from "../core/errors.ts";
import { checkUtf8, refuseUtf16 } from "./encoding.ts";
import type { FormatInput } from "./format.ts";
import { asBuffer, LONGEST_ROW } from "./line-blocks.ts";
import { placeAfter, type TextPlace } from "./text-place.ts";

/** The text of one element and where it begins. */
export interface ArrayElement extends Required<TextPlace> {
  readonly text: string;
}

/**
 * Splits a JSON array into its elements, of which it holds one at a time. What the elements are is
 * not checked.
 *
 * @throws {DataError} when the array is not closed or a comma has no element beside it
 */
export async function* arrayElements(input: FormatInput): AsyncGenerator<ArrayElement> {
  const splitter = new ArraySplitter(input.name);
  for await (const piece of input.bytes()) yield* splitter.push(asBuffer(piece));
  splitter.end();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

class ArraySplitter {
  readonly #name: string;
  /** How many brackets are open: 0 before the array, 1 between its elements, more inside one. */
  #depth = 0;
  #isClosed = false;
  #isInString = false;
  #isEscaped = false;
  #count = 0;
  #place: Required<TextPlace> = { line: 1, column: 1 };
  /** The element that is being read. */
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  *push(piece: Buffer): Generator<ArrayElement> {
    let start = this.#depth === 0 ? this.#enter(piece) : 0;
    let at = start;
    while (at < piece.length && !this.#isClosed) {
      if (this.#isInString) at = this.#skipString(piece, at);
      else if (this.#isEnd(piece[at++] ?? 0)) {
        this.#hold(piece.subarray(start, at - 1));
        start = at;
        const element = this.#takeElement();
        if (element) yield element;
      }
    }
    this.#hold(piece.subarray(start));
  }

  /** @throws {DataError} when the array has not ended, or something follows it */
  end(): void {
    const rest = Buffer.concat(this.#held).toString();
    if (this.#isClosed && rest.trim() === "") return;
    const problem = this.#isClosed
      ? "something follows the end of the array"
      : "the file ends inside the array";
    throw this.#fault(problem, this.#isClosed ? "take it out" : "fetch or write the file again");
  }

  /** Steps over the opening bracket; what is before it is white space. */
  #enter(piece: Buffer): number {
    const end = piece.indexOf(OPENING_BRACKET) + 1;
    refuseUtf16(piece, this.#name);
    this.#place = placeAfter(piece.toString("utf8", 0, end).replace(/^\uFEFF/, ""), this.#place);
    this.#depth = end > 0 ? 1 : 0;
    return end > 0 ? end : piece.length;
  }

  /** Whether the byte ends an element, as a comma or the array's last bracket does. */
  #isEnd(byte: number): boolean {
    if (byte === QUOTE) this.#isInString = true;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) this.#depth++;
    else if (byte === COMMA) return this.#depth === 1;
    else if (byte === CLOSING_BRACKET) this.#isClosed = --this.#depth === 0;
    // A brace cannot close the array: it stays in the element, where it is told as a fault.
    else if (byte === CLOSING_BRACE && this.#depth > 1) this.#depth--;
    return this.#isClosed;
  }

  /** Index after the quote that ends the string, or the piece's length when it goes on. */
  #skipString(piece: Buffer, from: number): number {
    let at = this.#isEscaped ? from + 1 : from;
    for (;;) {
      const quote = piece.indexOf(QUOTE, at);
      const end = quote === -1 ? piece.length : quote;
      const isEscaped = endsInBackslash(piece.subarray(at, end));
      this.#isEscaped = isEscaped && quote === -1;
      if (quote === -1) return end;
      at = quote + 1;
      if (isEscaped) continue;
      this.#isInString = false;
      return at;
    }
  }

  #takeElement(): ArrayElement | undefined {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    checkUtf8(bytes, { name: this.#name, firstLine: this.#place.line });

    const element = { text: bytes.toString(), ...this.#place };
    const isBlank = element.text.trim() === "";
    if (isBlank && this.#isClosed && this.#count === 0) return undefined;
    if (isBlank) throw this.#fault("a comma has no row beside it", "take the comma out");
    this.#count++;
    this.#place = placeAfter(`${element.text},`, this.#place);
    return element;
  }

  #hold(part: Buffer): void {
    if (part.length > 0) this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes <= LONGEST_ROW) return;
    throw this.#fault(
      `a row is longer than ${LONGEST_ROW / 2 ** 20} MiB`,
      "look for a string or a bracket that is not closed",
    );
  }

  #fault(problem: string, fix: string): DataError {
    const { line, column } = this.#place;
    return new DataError(`"${this.#name}" is no JSON array of rows: ${problem}`, {
      where: `${this.#name}:${line}:${column}`,
      fix,
    });
  }
}

/** Whether the last backslash is not itself escaped. */
function endsInBackslash(bytes: Buffer): boolean {
  let count = 0;
  while (bytes[bytes.length - 1 - count] === BACKSLASH) count++;
  return count % 2 === 1;
}
