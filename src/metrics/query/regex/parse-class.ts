import { shorthandMembers } from "./character-sets.ts";
import type { RegexFlags } from "./flags.ts";
import { expandAsciiCase } from "./letter-case.ts";
import type { CharacterClass, ClassMember } from "./nodes.ts";
import { characterEscape, octalCharacter } from "./parse-escape.ts";
import { PatternFault } from "./pattern-fault.ts";
import type { PatternReader } from "./reader.ts";

const UNTERMINATED = "a character set has no closing ]";
const BACKSPACE = 8;

/**
 * Reads a set such as `[^a-z\d]`, whose `[` is taken already.
 *
 * @throws {PatternFault}
 */
export function parseClass(reader: PatternReader, flags: RegexFlags): CharacterClass {
  const isNegated = reader.takeIf("^");
  const members: ClassMember[] = [];
  let isFirst = true;
  while (isFirst || !reader.takeIf("]")) {
    if (reader.isAtEnd) throw new PatternFault(UNTERMINATED);
    isFirst = false;
    members.push(...parseMembers(reader, flags));
  }
  return classOf(members, isNegated, flags);
}

/** A set of members, in which case is ignored where the flags say so. */
export function classOf(
  members: readonly ClassMember[],
  isNegated: boolean,
  { ignoreCase, ascii }: RegexFlags,
): CharacterClass {
  if (!ignoreCase || !ascii) return { type: "class", isNegated, members, ignoreCase };
  return { type: "class", isNegated, members: members.flatMap(expandAsciiCase), ignoreCase: false };
}

function parseMembers(reader: PatternReader, flags: RegexFlags): readonly ClassMember[] {
  const from = parseMember(reader, flags);
  if (reader.peek() !== "-" || reader.peek(1) === "]") return membersOf(from);
  reader.take();
  if (reader.isAtEnd) throw new PatternFault(UNTERMINATED);
  const to = parseMember(reader, flags);
  if (typeof from !== "number" || typeof to !== "number" || to < from) {
    throw new PatternFault("bad character range in a set");
  }
  return [{ type: "range", from, to }];
}

/** One character, or what a shorthand stands for. */
function parseMember(reader: PatternReader, flags: RegexFlags): number | ClassMember[] {
  const character = reader.take();
  if (character !== "\\") return character.codePointAt(0) ?? 0;
  const octal = reader.takeWhile(/[0-7]/, 3);
  if (octal !== "") return octalCharacter(octal);
  const letter = reader.take();
  if (letter === "b") return BACKSPACE;
  return shorthandMembers(letter, flags.ascii) ?? characterEscape(letter, reader);
}

function membersOf(member: number | ClassMember[]): readonly ClassMember[] {
  return typeof member === "number" ? [{ type: "range", from: member, to: member }] : member;
}
