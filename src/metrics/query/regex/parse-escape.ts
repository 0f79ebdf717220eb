import { PatternFault } from "./pattern-fault.ts";
import type { PatternReader } from "./reader.ts";

const SHORT: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
]);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);
const MAX_OCTAL = 0o377;

/**
 * Reads what follows a backslash when it names one character.
 *
 * @param letter the character after the backslash, which is taken already
 * @throws {PatternFault} when Python knows no such escape
 */
export function characterEscape(letter: string, reader: PatternReader): number {
  const short = SHORT.get(letter);
  if (short !== undefined) return short;
  const digits = HEX_DIGITS.get(letter);
  if (digits !== undefined) return hexEscape(letter, digits, reader);
  if (letter === "N") {
    throw new PatternFault("\\N{…} is not supported; write the character or \\uXXXX");
  }
  if (letter === "") throw new PatternFault("it ends in a lone backslash");
  if (/[A-Za-z0-9]/.test(letter)) throw new PatternFault(`bad escape \\${letter}`);
  return letter.codePointAt(0) ?? 0;
}

/** The character of octal digits. */
export function octalCharacter(digits: string): number {
  const value = Number.parseInt(digits, 8);
  if (value > MAX_OCTAL) {
    throw new PatternFault(`octal escape \\${digits} is outside of the range 0 to 0o377`);
  }
  return value;
}

function hexEscape(letter: string, count: number, reader: PatternReader): number {
  const digits = reader.takeWhile(/[0-9a-fA-F]/, count);
  const value = Number.parseInt(digits, 16);
  if (digits.length < count || value > 0x10ffff) {
    throw new PatternFault(`bad escape \\${letter}${digits}`);
  }
  return value;
}
