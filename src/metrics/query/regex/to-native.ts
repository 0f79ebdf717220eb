import { SPACE_RANGES } from "./character-sets.ts";
import { expandCase } from "./letter-case.ts";
import {
  type Assertion,
  type ClassMember,
  type Group,
  type Look,
  type NamedSet,
  type RegexNode,
  type Repeat,
  someNode,
} from "./nodes.ts";
import { PatternFault } from "./pattern-fault.ts";

/**
 * Writes a pattern for JavaScript's own engine, which knows all that Python's does but takes
 * exponential time for some.
 *
 * @throws {PatternFault} where case is ignored in a part only and cannot be spelt out
 */
export function toNative(node: RegexNode): RegExp {
  const hasPlainLetters = someNode(node, (inner) => "ignoreCase" in inner && isCased(inner, false));
  const ignoresCase = someNode(node, (inner) => "ignoreCase" in inner && isCased(inner, true));
  const writer = new NativeWriter(ignoresCase && hasPlainLetters);
  return new RegExp(writer.write(node), ignoresCase && !hasPlainLetters ? "iv" : "v");
}

/** What a group of this number is called in the written pattern, which has further ones. */
export function groupName(number: number): string {
  return `g${number}`;
}

type CasedNode = Extract<RegexNode, { ignoreCase: boolean }>;

/** Whether the node has letters, whose case matters or is ignored. */
function isCased(node: CasedNode, ignoreCase: boolean): boolean {
  if (node.ignoreCase !== ignoreCase) return false;
  if (node.type === "reference") return true;
  if (node.type === "literal") return hasCase(node.codePoint);
  return node.members.some(({ type }) => type === "range") && !isLineBreak(node.members);
}

function hasCase(codePoint: number): boolean {
  const text = String.fromCodePoint(codePoint);
  return text.toLowerCase() !== text.toUpperCase();
}

function isLineBreak(members: readonly ClassMember[]): boolean {
  return members.every(
    (member) => member.type === "range" && member.from === 10 && member.to === 10,
  );
}

/** Any character. Not `[^]`, of which V8 takes only one with the flag `v`, whatever its quantifier. */
const ANY = "[\\s\\S]";
const WORD = "[\\p{L}\\p{N}_]";
const ASCII_WORD = "[A-Za-z0-9_]";

class NativeWriter {
  readonly #expandsCase: boolean;
  #atomics = 0;
  #isBehind = false;

  constructor(expandsCase: boolean) {
    this.#expandsCase = expandsCase;
  }

  write(node: RegexNode): string {
    switch (node.type) {
      case "literal": {
        const range = { type: "range", from: node.codePoint, to: node.codePoint } as const;
        if (!this.#expands(node)) return character(node.codePoint);
        return this.#set(expandCase(range), false);
      }
      case "class":
        return this.#set(
          this.#expands(node) ? node.members.flatMap(expandCase) : node.members,
          node.isNegated,
        );
      case "assertion":
        return writeAssertion(node);
      case "reference":
        if (this.#expands(node)) {
          throw new PatternFault("a back-reference ignores case, but not all of the pattern does");
        }
        return `(?:\\k<${groupName(node.group)}>)`;
      case "look":
        return this.#look(node);
      case "group":
        return this.#group(node);
      case "repeat":
        return this.#repeat(node);
      case "alternatives":
        return `(?:${node.branches.map((branch) => this.write(branch)).join("|")})`;
      case "sequence":
        return node.items.map((item) => this.write(item)).join("");
    }
  }

  #expands({ ignoreCase }: CasedNode): boolean {
    return ignoreCase && this.#expandsCase;
  }

  #set(members: readonly ClassMember[], isNegated: boolean): string {
    if (members.length === 0) return ANY;
    return `[${isNegated ? "^" : ""}${members.map(writeMember).join("")}]`;
  }

  #look({ isBehind, isNegated, body }: Look): string {
    const outside = this.#isBehind;
    this.#isBehind = isBehind;
    const inner = this.write(body);
    this.#isBehind = outside;
    return `(?:(?${isBehind ? "<" : ""}${isNegated ? "!" : "="}${inner}))`;
  }

  #group({ number, isAtomic, body }: Group): string {
    if (isAtomic) return this.#atomic(this.write(body));
    return `(${number === undefined ? "?:" : `?<${groupName(number)}>`}${this.write(body)})`;
  }

  #repeat({ body, min, max, mode }: Repeat): string {
    const upper = max === Number.POSITIVE_INFINITY ? "" : String(max);
    const repeated = `(?:${this.write(body)}){${min},${upper}}`;
    if (mode === "possessive") return this.#atomic(repeated);
    return mode === "lazy" ? `${repeated}?` : repeated;
  }

  /**
   * What a look-ahead has matched is not tried again; the reference takes it. A look-behind is read
   * from right to left, where this would fail; its parts have one width, so none is tried again.
   */
  #atomic(inner: string): string {
    if (this.#isBehind) return `(?:${inner})`;
    const name = `a${++this.#atomics}`;
    return `(?:(?=(?<${name}>${inner}))\\k<${name}>)`;
  }
}

function character(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}

function writeMember(member: ClassMember): string {
  if (member.type === "range") return `${character(member.from)}-${character(member.to)}`;
  return writeSet(member);
}

function writeSet({ name, isNegated }: NamedSet): string {
  if (name === "digit") return isNegated ? "\\P{Nd}" : "\\p{Nd}";
  const inner = name === "word" ? "\\p{L}\\p{N}_" : SPACE_RANGES.map(writeMember).join("");
  return `[${isNegated ? "^" : ""}${inner}]`;
}

function writeAssertion({ at }: Assertion): string {
  switch (at) {
    case "textStart":
      return `(?<!${ANY})`;
    case "textEnd":
      return `(?!${ANY})`;
    case "end":
      return `(?=\\n?(?!${ANY}))`;
    case "lineStart":
      return "(?<![^\\n])";
    case "lineEnd":
      return "(?![^\\n])";
    case "boundary":
      return boundary(WORD);
    case "asciiBoundary":
      return boundary(ASCII_WORD);
    case "noBoundary":
      return noBoundary(WORD);
    case "noAsciiBoundary":
      return noBoundary(ASCII_WORD);
  }
}

function boundary(word: string): string {
  return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
}

/** Before Python 3.14 an empty text has no `\B`. */
function noBoundary(word: string): string {
  return `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word})(?:(?<=${ANY})|(?=${ANY})))`;
}
