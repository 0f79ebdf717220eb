import { readNodeTemplate } from "../node-template.ts";
import type { MakeNode } from "./node-runner.ts";

/** A text: a template filled with the node's inputs. */
export const makePromptNode: MakeNode = async (node, { services }) => {
  const template = await readNodeTemplate(node, node.inputs.keys(), services.warn);
  return { run: async (args) => template.render(withNulls(node.inputs.keys(), args)) };
};

/** Templates have no parameters with defaults, so the value of a bypassed node is null. */
export function withNulls(
  names: Iterable<string>,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries([...names].map((name) => [name, args[name] ?? null]));
}
