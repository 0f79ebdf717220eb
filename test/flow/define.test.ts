import { expect, test } from "vitest";
import { aggregation, node } from "../../src/flow/define.ts";
import type { NodeContext } from "../../src/flow/node-context.ts";

test("node and aggregation give a function its types and leave it as it is", () => {
  const length = ({ text }: { text: string }) => text.length;
  const longest = ({ lengths }: { lengths: number[] }, ctx: NodeContext) =>
    ctx.logMetric("longest", Math.max(0, ...lengths));

  expect(node(length)).toBe(length);
  expect(aggregation(longest)).toBe(longest);
});
