import type { Look, RegexNode, Sequence } from "./nodes.ts";

/** One of several searches that a text must pass. */
export interface Search {
  readonly node: RegexNode;
  /** Whether the text must not have it. */
  readonly isNegated: boolean;
}

/**
 * A pattern as searches without look-ahead, where it begins with some, such as `^(?!.*secret)`, or
 * ends in one: each is a search from the start of the text, the rest is one more.
 */
export function splitSearches(node: RegexNode): readonly Search[] {
  if (node.type !== "sequence") return [{ node, isNegated: false }];
  const [start, ...items] = node.items;
  if (!isTextStart(start)) return [{ node: withPlainEnd(node), isNegated: false }];
  const firstOther = items.findIndex((item) => !isLookAhead(item));
  const count = firstOther === -1 ? items.length : firstOther;
  const looks = items.slice(0, count).filter(isLookAhead);
  const fromStart = (rest: readonly RegexNode[]) => sequence([start, ...rest]);
  return [
    ...looks.map(({ body, isNegated }) => ({ node: fromStart([group(body)]), isNegated })),
    { node: withPlainEnd(fromStart(items.slice(count))), isNegated: false },
  ];
}

function isTextStart(node: RegexNode | undefined): node is RegexNode {
  return node?.type === "assertion" && node.at === "textStart";
}

function isLookAhead(node: RegexNode | undefined): node is Look {
  return node?.type === "look" && !node.isBehind;
}

/** What must follow at the end may as well be a part of the match. */
function withPlainEnd(node: Sequence): Sequence {
  const last = node.items.at(-1);
  if (!isLookAhead(last) || last.isNegated) return node;
  return sequence([...node.items.slice(0, -1), group(last.body)]);
}

function group(body: RegexNode): RegexNode {
  return { type: "group", number: undefined, isAtomic: false, body };
}

function sequence(items: readonly RegexNode[]): Sequence {
  return { type: "sequence", items };
}
