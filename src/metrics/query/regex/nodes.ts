/** A pattern of Python's `re`, read and ready to be written for another engine. */
export type RegexNode =
  | Literal
  | CharacterClass
  | Assertion
  | BackReference
  | Group
  | Look
  | Repeat
  | Alternatives
  | Sequence;

/** One character. */
export interface Literal {
  readonly type: "literal";
  readonly codePoint: number;
  readonly ignoreCase: boolean;
}

/** One character of a set; `.` and `\d` are sets as well. */
export interface CharacterClass {
  readonly type: "class";
  readonly isNegated: boolean;
  readonly members: readonly ClassMember[];
  readonly ignoreCase: boolean;
}

/** Characters from one to another, or a named set. */
export type ClassMember = CodePointRange | NamedSet;

/** Characters from one to another, both included. */
export interface CodePointRange {
  readonly type: "range";
  readonly from: number;
  readonly to: number;
}

/** `\d`, `\w`, `\s` over all of Unicode, or what they leave out. */
export interface NamedSet {
  readonly type: "set";
  readonly name: "digit" | "word" | "space";
  readonly isNegated: boolean;
}

/** A place between characters. `end` is also before a last line break, `textEnd` is not. */
export interface Assertion {
  readonly type: "assertion";
  readonly at:
    | "textStart"
    | "textEnd"
    | "end"
    | "lineStart"
    | "lineEnd"
    | "boundary"
    | "noBoundary"
    | "asciiBoundary"
    | "noAsciiBoundary";
}

/** The text of an earlier group once more. */
export interface BackReference {
  readonly type: "reference";
  readonly group: number;
  readonly ignoreCase: boolean;
}

/** Parentheses: a group that is remembered has a number, from 1. */
export interface Group {
  readonly type: "group";
  readonly number: number | undefined;
  /** Whether what it matched is kept even when the rest then fails. */
  readonly isAtomic: boolean;
  readonly body: RegexNode;
}

/** What has to follow or precede, or must not. */
export interface Look {
  readonly type: "look";
  readonly isBehind: boolean;
  readonly isNegated: boolean;
  readonly body: RegexNode;
}

/** Something several times. */
export interface Repeat {
  readonly type: "repeat";
  readonly min: number;
  /** Infinity for any number. */
  readonly max: number;
  readonly mode: "greedy" | "lazy" | "possessive";
  readonly body: RegexNode;
}

/** One of several. */
export interface Alternatives {
  readonly type: "alternatives";
  readonly branches: readonly RegexNode[];
}

/** One after the other. */
export interface Sequence {
  readonly type: "sequence";
  readonly items: readonly RegexNode[];
}

/** Parts of a node, one level down. */
export function childrenOf(node: RegexNode): readonly RegexNode[] {
  if (node.type === "sequence") return node.items;
  if (node.type === "alternatives") return node.branches;
  return "body" in node ? [node.body] : [];
}

/** Whether a node or anything within it is such. */
export function someNode(node: RegexNode, test: (node: RegexNode) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => someNode(child, test));
}
