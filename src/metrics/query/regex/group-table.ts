import { childrenOf, type RegexNode } from "./nodes.ts";
import { PatternFault } from "./pattern-fault.ts";

/** The remembered groups of a pattern while it is read. */
export class GroupTable {
  readonly #names = new Map<string, number>();
  readonly #open = new Set<number>();
  #count = 0;
  /** Groups that have surely matched where the reader is. */
  certain: ReadonlySet<number> = new Set();

  /** Number of a new group. */
  open(name?: string): number {
    const number = ++this.#count;
    if (name !== undefined) this.#register(name, number);
    this.#open.add(number);
    return number;
  }

  /** The group's parenthesis is closed: it can be referred to. */
  close(number: number): void {
    this.#open.delete(number);
    this.certain = new Set(this.certain).add(number);
  }

  /** These groups may not have matched after all. */
  doubt(node: RegexNode): void {
    const doubted = new Set(groupsOf(node));
    this.certain = new Set([...this.certain].filter((number) => !doubted.has(number)));
  }

  /** Number of the group that is referred to, by name. */
  byName(name: string): number {
    const number = this.#names.get(name);
    if (number === undefined) throw new PatternFault(`there is no group named "${name}"`);
    return this.refer(number, `(?P=${name})`);
  }

  /** Number of the group that is referred to. */
  refer(number: number, written = `\\${number}`): number {
    if (number < 1 || number > this.#count) {
      throw new PatternFault(`${written} refers to a group that is not there`);
    }
    if (this.#open.has(number)) {
      throw new PatternFault(`${written} refers to the group that it stands in`);
    }
    if (!this.certain.has(number)) {
      throw new PatternFault(
        `${written} refers to a group that may be left out, which is not supported`,
      );
    }
    return number;
  }

  #register(name: string, number: number): void {
    if (!/^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_]*$/u.test(name)) {
      throw new PatternFault(`"${name}" is no name for a group`);
    }
    if (this.#names.has(name)) throw new PatternFault(`two groups are named "${name}"`);
    this.#names.set(name, number);
  }
}

function groupsOf(node: RegexNode): number[] {
  const inner = childrenOf(node).flatMap(groupsOf);
  return node.type === "group" && node.number !== undefined ? [node.number, ...inner] : inner;
}
