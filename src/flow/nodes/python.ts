import { ConfigError } from "../../core/errors.ts";
import type { PythonNode } from "../python-nodes.ts";
import type { FlowNode } from "../spec.ts";
import type { MakeNode } from "./node-runner.ts";

/** A node in Python, where the run has one to run it. */
export const makePythonNode: MakeNode = async (node, { services }) => {
  const { python } = services;
  if (!python) {
    throw new ConfigError(`the node "${node.name}" is Python, which is not allowed to run`, {
      where: node.where,
      fix: "trust the flow and add --allow-python, or write the node in TypeScript",
    });
  }
  const described = pythonNode(node);
  return { run: (args, { ctx }) => python.call(described, args, ctx) };
};

/** A node as what runs Python is told of it. */
export function pythonNode({
  name,
  path = "",
  where,
  isAggregation,
  inputs,
}: FlowNode): PythonNode {
  const literals = [...inputs].filter(([, { kind }]) => kind === "literal").map(([input]) => input);
  return { name, path, where, isAggregation, inputs: [...inputs.keys()], literals };
}
