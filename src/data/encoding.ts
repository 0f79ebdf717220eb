import { isUtf8 } from "node:buffer";
import { DataError } from "../core/errors.ts";
import { lineStarts } from "./line-starts.ts";

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The text without its byte order mark. */
export function withoutMark(text: Buffer): Buffer {
  return text.subarray(0, 3).equals(UTF8_MARK) ? text.subarray(3) : text;
}

/**
 * Refuses text in UTF-16 or UTF-32, told by its byte order mark or by a zero among its first bytes.
 *
 * @throws {DataError}
 */
export function refuseUtf16(text: Buffer, name: string): void {
  const encoding = wideEncoding(text);
  if (!encoding) return;
  throw new DataError(`"${name}" is ${encoding}, not UTF-8`, {
    where: `${name}:1`,
    fix: `save it as UTF-8, for example: iconv -f ${encoding} -t UTF-8 FILE > NEW_FILE`,
  });
}

/** How texts in wider encodings begin, in hexadecimal. */
const WIDE_OPENINGS: readonly (readonly [RegExp, string])[] = [
  [/^fffe0000/, "UTF-32"],
  [/^(?:fffe|feff)/, "UTF-16"],
  [/^0000/, "UTF-32BE"],
  [/^00/, "UTF-16BE"],
  [/^..0000/, "UTF-32LE"],
  [/^..00/, "UTF-16LE"],
];

function wideEncoding(text: Buffer): string | undefined {
  const opening = text.toString("hex", 0, 4);
  return WIDE_OPENINGS.find(([pattern]) => pattern.test(opening))?.[1];
}

/**
 * Refuses bytes that are not UTF-8 rather than to replace them.
 *
 * @throws {DataError} with the line and the byte
 */
export function checkUtf8(text: Buffer, { name, firstLine }: TextStart): void {
  if (isUtf8(text)) return;
  const starts = lineStarts(text);
  const lines = starts.map((start, index) => text.subarray(start, starts[index + 1]));
  const index = lines.findIndex((line) => !isUtf8(line));
  const line = lines[index] ?? text;
  const at = firstBadByte(line);
  const byte = (line[at] ?? 0).toString(16).toUpperCase();
  throw new DataError(`"${name}" is not UTF-8: byte ${at + 1} of the line is 0x${byte}`, {
    where: `${name}:${firstLine + index}`,
    fix: "save it as UTF-8; from Latin-1: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW_FILE",
  });
}

/** What a text is called and the number of its first line. */
export interface TextStart {
  readonly name: string;
  readonly firstLine: number;
}

function firstBadByte(line: Buffer): number {
  let at = 0;
  while (at < line.length) {
    const length = sequenceLength(line[at] ?? 0);
    if (!isUtf8(line.subarray(at, at + length))) break;
    at += length;
  }
  return at;
}

/** How many bytes the character has that begins with this one. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
