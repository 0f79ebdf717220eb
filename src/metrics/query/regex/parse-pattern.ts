import { shorthandMembers } from "./character-sets.ts";
import { NO_FLAGS, type RegexFlags } from "./flags.ts";
import { GroupTable } from "./group-table.ts";
import type { Assertion, RegexNode } from "./nodes.ts";
import { classOf, parseClass } from "./parse-class.ts";
import { characterEscape, octalCharacter } from "./parse-escape.ts";
import { parseGroup } from "./parse-group.ts";
import { parseQuantifier } from "./parse-quantifier.ts";
import { PatternFault } from "./pattern-fault.ts";
import { PatternReader } from "./reader.ts";

/**
 * Reads a pattern as Python 3.11 does.
 *
 * @param flags what is on from the start
 * @throws {PatternFault} for what Python refuses, and for conditional groups and `\N{…}`
 */
export function parsePattern(source: string, flags: Partial<RegexFlags> = {}): RegexNode {
  const parser = new PatternParser(source);
  parser.flags = { ...NO_FLAGS, ...flags };
  const node = parser.alternatives(true);
  if (!parser.reader.isAtEnd) throw new PatternFault("a closing parenthesis has no opening one");
  return node;
}

/** Nobody writes more; without a limit the reader would run out of stack. */
const MAX_DEPTH = 200;

/** The state while a pattern is read; groups call back into it. */
export class PatternParser {
  readonly reader: PatternReader;
  readonly groups = new GroupTable();
  flags: RegexFlags = NO_FLAGS;
  #depth = 0;

  constructor(source: string) {
    this.reader = new PatternReader(source);
  }

  /** Reads up to the end or the parenthesis that closes the group. */
  alternatives(isTop = false): RegexNode {
    if (++this.#depth > MAX_DEPTH) throw new PatternFault("its groups are nested too deep");
    const before = this.groups.certain;
    const branches = [this.#sequence(isTop)];
    while (this.reader.takeIf("|")) {
      this.groups.certain = before;
      branches.push(this.#sequence(false));
    }
    this.#depth -= 1;
    const [first] = branches;
    if (first && branches.length === 1) return first;
    this.groups.certain = before;
    return { type: "alternatives", branches };
  }

  #sequence(mayHaveFlags: boolean): RegexNode {
    const items: RegexNode[] = [];
    while (!this.reader.isAtEnd && !/[|)]/.test(this.reader.peek())) {
      if (this.flags.verbose && this.#skipped()) continue;
      if (this.#repeatsLast(items)) continue;
      const item = this.#item(mayHaveFlags && items.length === 0);
      if (item) items.push(item);
    }
    return { type: "sequence", items };
  }

  /** Puts a quantifier, if one is next, on what stands before it. */
  #repeatsLast(items: RegexNode[]): boolean {
    const repeated = parseQuantifier(this.reader, items.at(-1));
    if (!repeated) return false;
    if (repeated.min === 0) this.groups.doubt(repeated.body);
    items.splice(-1, 1, repeated);
    return true;
  }

  /** White space and comments of a verbose pattern. */
  #skipped(): boolean {
    if (this.reader.takeIf("#")) {
      this.reader.takeWhile(/[^\n]/);
      return true;
    }
    return this.reader.takeWhile(/[ \t\n\r\v\f]/) !== "";
  }

  /** Nothing for a comment, or for flags of the whole pattern. */
  #item(isFirst: boolean): RegexNode | undefined {
    const character = this.reader.take();
    if (character === "(") return parseGroup(this, isFirst);
    if (character === "[") return parseClass(this.reader, this.flags);
    if (character === "\\") return this.#escape();
    if (character === ".") return this.#any();
    if (character === "^") return assertion(this.flags.multiline ? "lineStart" : "textStart");
    if (character === "$") return assertion(this.flags.multiline ? "lineEnd" : "end");
    return this.#literal(character.codePointAt(0) ?? 0);
  }

  #any(): RegexNode {
    const lineBreak = { type: "range", from: 10, to: 10 } as const;
    const members = this.flags.dotAll ? [] : [lineBreak];
    return { type: "class", isNegated: true, members, ignoreCase: false };
  }

  #escape(): RegexNode {
    const octal = this.#octal();
    if (octal !== undefined) return this.#literal(octal);
    const digits = this.reader.takeWhile(/[0-9]/, 2);
    if (digits !== "") {
      const group = this.groups.refer(Number(digits));
      return { type: "reference", group, ignoreCase: this.flags.ignoreCase };
    }
    const letter = this.reader.take();
    const at = this.#assertionOf(letter);
    if (at) return assertion(at);
    const members = shorthandMembers(letter, this.flags.ascii);
    if (members) return { type: "class", isNegated: false, members, ignoreCase: false };
    return this.#literal(characterEscape(letter, this.reader));
  }

  /** `\0`, `\07` and `\012`, but not `\1` and `\12`, which are references. */
  #octal(): number | undefined {
    const start = this.reader.place;
    const digits = this.reader.takeWhile(/[0-7]/, 3);
    if (digits.startsWith("0") || digits.length === 3) return octalCharacter(digits);
    this.reader.goTo(start);
    return undefined;
  }

  #assertionOf(letter: string): Assertion["at"] | undefined {
    if (letter === "A") return "textStart";
    if (letter === "Z") return "textEnd";
    if (letter === "b") return this.flags.ascii ? "asciiBoundary" : "boundary";
    if (letter === "B") return this.flags.ascii ? "noAsciiBoundary" : "noBoundary";
    return undefined;
  }

  #literal(codePoint: number): RegexNode {
    const { ignoreCase, ascii } = this.flags;
    if (!ignoreCase || !ascii) return { type: "literal", codePoint, ignoreCase };
    return classOf([{ type: "range", from: codePoint, to: codePoint }], false, this.flags);
  }
}

function assertion(at: Assertion["at"]): RegexNode {
  return { type: "assertion", at };
}
