import { complement, SPACE_RANGES } from "./character-sets.ts";
import {
  type Assertion,
  type CharacterClass,
  type ClassMember,
  type Look,
  type NamedSet,
  type RegexNode,
  type Repeat,
  someNode,
} from "./nodes.ts";

/** Why a pattern cannot be matched in linear time. */
export class NotLinear extends Error {
  override readonly name = "NotLinear";
}

/** RE2 refuses more, also of nested repeats together. */
const MAX_REPEATS = 1000;

/** How a pattern is written. */
export interface LinearOptions {
  /** Whether the ends of a match matter, or only whether there is one. @default false */
  readonly exact?: boolean;
}

/**
 * Writes a pattern for RE2.
 *
 * @throws {NotLinear} for what RE2 does not have
 */
export function toLinear(node: RegexNode, { exact = false }: LinearOptions = {}): string {
  if (countRepeats(node) > MAX_REPEATS)
    throw new NotLinear(`it repeats more than ${MAX_REPEATS} times`);
  return write(node, !exact);
}

/** @param isTail whether nothing follows, so that a last line break may be taken along */
function write(node: RegexNode, isTail: boolean): string {
  switch (node.type) {
    case "literal":
      return foldable(character(node.codePoint), node.ignoreCase);
    case "class":
      return foldable(writeClass(node), node.ignoreCase);
    case "assertion":
      return writeAssertion(node, isTail);
    case "reference":
      throw new NotLinear("it refers back to a group");
    case "look":
      return writeLook(node);
    case "group":
      if (node.isAtomic) throw new NotLinear("it has an atomic group");
      return `${node.number === undefined ? "(?:" : "("}${write(node.body, isTail)})`;
    case "repeat":
      return writeRepeat(node);
    case "alternatives":
      return `(?:${node.branches.map((branch) => write(branch, isTail)).join("|")})`;
    case "sequence":
      return node.items
        .map((item, i) => write(item, isTail && i === node.items.length - 1))
        .join("");
  }
}

function foldable(text: string, ignoreCase: boolean): string {
  return ignoreCase ? `(?i:${text})` : text;
}

function character(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return /[A-Za-z0-9]/.test(text) ? text : `\\x{${codePoint.toString(16)}}`;
}

function writeClass({ members, isNegated }: CharacterClass): string {
  const [only, ...others] = members;
  if (only?.type === "set" && others.length === 0) {
    const inner = writeMember({ ...only, isNegated: false });
    return `[${only.isNegated === isNegated ? "" : "^"}${inner}]`;
  }
  if (members.length === 0) return "(?s:.)";
  return `[${isNegated ? "^" : ""}${members.map(writeMember).join("")}]`;
}

function writeMember(member: ClassMember): string {
  if (member.type === "range") return `${character(member.from)}-${character(member.to)}`;
  return writeSet(member);
}

function writeSet({ name, isNegated }: NamedSet): string {
  if (name === "digit") return isNegated ? "\\P{Nd}" : "\\p{Nd}";
  if (name === "space") {
    return (isNegated ? complement(SPACE_RANGES) : SPACE_RANGES).map(writeMember).join("");
  }
  if (isNegated) throw new NotLinear("it has \\W within a set");
  return "\\p{L}\\p{N}_";
}

function writeAssertion({ at }: Assertion, isTail: boolean): string {
  if (at === "textStart") return "\\A";
  if (at === "textEnd") return "\\z";
  if (at === "lineStart") return "(?m:^)";
  if (at === "lineEnd") return "(?m:$)";
  if (at === "asciiBoundary") return "\\b";
  if (at === "end" && isTail) return "(?:\\n?\\z)";
  throw new NotLinear(
    at === "end" ? "its $ has something after it" : "it has \\b or \\B of Unicode",
  );
}

function writeLook({ isBehind, isNegated, body }: Look): string {
  if (!isBehind) throw new NotLinear("it looks ahead");
  const isPlain = !someNode(
    body,
    (node) =>
      node.type === "assertion" ||
      node.type === "look" ||
      (node.type === "group" && node.number !== undefined),
  );
  if (!isPlain) throw new NotLinear("its look-behind has groups or places");
  return `(?<${isNegated ? "!" : "="}${write(body, false)})`;
}

function writeRepeat({ body, min, max, mode }: Repeat): string {
  if (mode === "possessive") throw new NotLinear("it has a possessive quantifier");
  const upper = max === Number.POSITIVE_INFINITY ? "" : String(max);
  return `(?:${write(body, false)}){${min},${upper}}${mode === "lazy" ? "?" : ""}`;
}

function countRepeats(node: RegexNode): number {
  if (node.type === "repeat") {
    const times = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
    return Math.max(1, times) * countRepeats(node.body);
  }
  if (node.type === "sequence") return Math.max(1, ...node.items.map(countRepeats));
  if (node.type === "alternatives") return Math.max(1, ...node.branches.map(countRepeats));
  return "body" in node ? countRepeats(node.body) : 1;
}
