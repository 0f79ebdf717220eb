import { isMap, isNode, isSeq, type LineCounter } from "yaml";
import { keyOf, offsetOf } from "./yaml-text.ts";

/** Line, from 1, of what a path leads to, or of the last step on the way that is there. */
export function lineOfPath(
  root: unknown,
  path: readonly PropertyKey[],
  lines: LineCounter,
): number | undefined {
  let line: number | undefined;
  let node = root;
  for (const key of path) {
    const child = childOf(node, key);
    if (!child) break;
    line = lines.linePos(child.offset).line;
    node = child.node;
  }
  return line;
}

function childOf(node: unknown, key: PropertyKey): { node: unknown; offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.findLast((item) => keyOf(item) === key);
    return pair && { node: pair.value, offset: offsetOf(pair) };
  }
  const item: unknown = isSeq(node) && typeof key === "number" ? node.items[key] : undefined;
  return isNode(item) ? { node: item, offset: item.range?.[0] ?? 0 } : undefined;
}
