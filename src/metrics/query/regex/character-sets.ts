import type { ClassMember, CodePointRange, NamedSet } from "./nodes.ts";

/** The last code point of Unicode. */
export const LAST_CODE_POINT = 0x10ffff;

/** White space as Python's `re` knows it. */
export const SPACE_RANGES: readonly CodePointRange[] = ranges([
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85],
  [0xa0],
  [0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f],
  [0x205f],
  [0x3000],
]);

const ASCII_SETS: Readonly<Record<NamedSet["name"], readonly CodePointRange[]>> = {
  digit: ranges([[0x30, 0x39]]),
  word: ranges([[0x30, 0x39], [0x41, 0x5a], [0x5f], [0x61, 0x7a]]),
  space: ranges([[0x09, 0x0d], [0x20]]),
};

const NAMES: Readonly<Record<string, NamedSet["name"]>> = { d: "digit", w: "word", s: "space" };

/** What `\d`, `\W` and their like stand for; undefined for other letters. */
export function shorthandMembers(letter: string, ascii: boolean): ClassMember[] | undefined {
  const name = NAMES[letter.toLowerCase()];
  if (!name) return undefined;
  const isNegated = letter !== letter.toLowerCase();
  if (!ascii) return [{ type: "set", name, isNegated }];
  return isNegated ? complement(ASCII_SETS[name]) : [...ASCII_SETS[name]];
}

/** All characters that sorted ranges leave out. */
export function complement(sorted: readonly CodePointRange[]): CodePointRange[] {
  const starts = [0, ...sorted.map(({ to }) => to + 1)];
  const ends = [...sorted.map(({ from }) => from - 1), LAST_CODE_POINT];
  return starts
    .map((from, i) => ({ type: "range" as const, from, to: ends[i] ?? LAST_CODE_POINT }))
    .filter(({ from, to }) => from <= to);
}

function ranges(pairs: readonly (readonly number[])[]): CodePointRange[] {
  return pairs.map(([from = 0, to = from]) => ({ type: "range", from, to }));
}
