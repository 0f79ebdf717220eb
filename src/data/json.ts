import { DataError } from "../core/errors.ts";
import type { Bytes } from "./bytes.ts";
import type { FormatInput, PlacedRow } from "./format.ts";
import { arrayElements } from "./json-array.ts";
import { parseRow } from "./json-row.ts";
import { lineBlocks } from "./line-blocks.ts";
import type { TextPlace } from "./text-place.ts";

/**
 * JSON: an array of rows. A `.json` file may hold JSON Lines too, as openai/evals reads every file
 * so. A single object is refused: which part of it are the rows would be a guess.
 */
export async function* jsonRows(input: FormatInput): AsyncGenerator<PlacedRow> {
  const values = (await isArray(input.bytes())) ? arrayElements(input) : severalLines(input);
  let place = 0;
  for await (const { text, ...start } of values) {
    const row = parseRow(text, () => ({ name: input.name, ...start }));
    yield { json: JSON.stringify(row), place: ++place };
  }
}

/** White space, and the bytes of a byte order mark. */
const SKIPPED = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const OPENING_BRACKET = 0x5b;

async function isArray(bytes: Bytes): Promise<boolean> {
  for await (const piece of bytes) {
    const first = piece.find((byte) => !SKIPPED.has(byte));
    if (first !== undefined) return first === OPENING_BRACKET;
  }
  return false;
}

interface Line extends TextPlace {
  readonly text: string;
}

/** The lines of JSON Lines, of which there must be more than one. */
async function* severalLines(input: FormatInput): AsyncGenerator<Line> {
  let last: Line | undefined;
  let count = 0;
  for await (const line of lines(input)) {
    if (last) yield last;
    last = line;
    count++;
    if (count === 1 && line.text.trim() === "{") break;
  }
  if (count === 1) throw loneValue(input.name);
  if (last) yield last;
}

async function* lines({ bytes, name }: FormatInput): AsyncGenerator<Line> {
  for await (const { bytes: block, firstLine, starts } of lineBlocks(bytes(), name)) {
    for (const [index, start] of starts.entries()) {
      const text = block.toString("utf8", start, starts[index + 1]);
      if (text.trim() !== "") yield { text, line: firstLine + index };
    }
  }
}

function loneValue(name: string): DataError {
  return new DataError(`"${name}" holds one value, not an array of rows`, {
    where: `${name}:1`,
    fix: "write the rows as [ {…}, {…} ], or one on each line of a .jsonl file",
  });
}
