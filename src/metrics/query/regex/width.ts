import type { RegexNode, Repeat } from "./nodes.ts";

/** How many characters a pattern takes; undefined when that depends on the text. */
export function fixedWidth(node: RegexNode): number | undefined {
  switch (node.type) {
    case "literal":
    case "class":
      return 1;
    case "assertion":
    case "look":
      return 0;
    case "reference":
      return undefined;
    case "group":
      return fixedWidth(node.body);
    case "repeat":
      return ofRepeat(node);
    case "alternatives":
      return common(node.branches);
    case "sequence":
      return sum(node.items);
  }
}

function ofRepeat({ min, max, body }: Repeat): number | undefined {
  const width = fixedWidth(body);
  if (width === 0) return 0;
  return min === max && width !== undefined ? width * min : undefined;
}

function sum(items: readonly RegexNode[]): number | undefined {
  return items.reduce<number | undefined>((total, item) => {
    const width = fixedWidth(item);
    return total === undefined || width === undefined ? undefined : total + width;
  }, 0);
}

function common(branches: readonly RegexNode[]): number | undefined {
  const widths = new Set(branches.map(fixedWidth));
  const [width] = widths;
  return widths.size === 1 ? width : undefined;
}
