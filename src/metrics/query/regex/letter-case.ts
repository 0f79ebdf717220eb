import type { ClassMember, CodePointRange } from "./nodes.ts";
import { PatternFault } from "./pattern-fault.ts";

/** A larger range of letters is never written by hand. */
const MAX_EXPANDED = 5000;
const UPPER: CodePointRange = { type: "range", from: 0x41, to: 0x5a };
const LOWER: CodePointRange = { type: "range", from: 0x61, to: 0x7a };

/** A member with the ASCII letters of the other case, for `(?ai)`. */
export function expandAsciiCase(member: ClassMember): ClassMember[] {
  if (member.type === "set") return [member];
  return [member, ...shifted(member, UPPER, 0x20), ...shifted(member, LOWER, -0x20)];
}

/** A member with the same letters in other cases, for engines that ignore case all over or never. */
export function expandCase(member: ClassMember): ClassMember[] {
  if (member.type === "set") return [member];
  if (member.to - member.from > MAX_EXPANDED) {
    throw new PatternFault("case is ignored in a part only, and there over too large a range");
  }
  const codes = Array.from({ length: member.to - member.from + 1 }, (_, i) => member.from + i);
  return [member, ...codes.flatMap(otherCases)];
}

/** The letters of the range that are in the alphabet, each so many code points further. */
function shifted(range: CodePointRange, alphabet: CodePointRange, by: number): ClassMember[] {
  const from = Math.max(range.from, alphabet.from);
  const to = Math.min(range.to, alphabet.to);
  return from > to ? [] : [{ type: "range", from: from + by, to: to + by }];
}

function otherCases(code: number): ClassMember[] {
  const letter = String.fromCodePoint(code);
  const lower = letter.toLowerCase();
  const cases = new Set([lower, letter.toUpperCase(), lower.toUpperCase()]);
  return [...cases]
    .filter((text) => text !== letter && [...text].length === 1)
    .map((text) => text.codePointAt(0) ?? 0)
    .map((other) => ({ type: "range", from: other, to: other }));
}
