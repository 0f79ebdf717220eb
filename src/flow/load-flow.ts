import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { convertInput } from "./convert.ts";
import { FLOW_KEYS, FlowFile, INPUT_KEYS, OUTPUT_KEYS } from "./flow-schema.ts";
import { FlowText } from "./flow-text.ts";
import { bindingsOf, checkReference, checkStages, inOrder, type Names } from "./graph.ts";
import { type NodeReader, readNode } from "./read-node.ts";
import { looksInterpolated, parseBinding } from "./reference.ts";
import type { Binding, FlowInput, FlowNode, FlowSpec } from "./spec.ts";
import { applyVariants, type ChosenVariants } from "./variants.ts";

/** How a flow file is read. */
export interface LoadOptions {
  /** Variants in place of the default ones, by node. */
  readonly variants?: ChosenVariants;
  /** Tells the user something once, before the run. */
  warn(message: string): void;
}

/** What a flow file is called in its folder. */
const FLOW_FILE = "flow.dag.yaml";

/**
 * Reads a flow file and checks all that it alone can tell to be wrong.
 *
 * @param path the file, or its folder when it is called `flow.dag.yaml`
 * @throws {ConfigError} with file and line
 */
export function loadFlow(path: string, { variants = {}, warn }: LoadOptions): FlowSpec {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(path, FLOW_FILE) : path;
  const text = new FlowText(file);
  const flow = text.check(FlowFile, text.values, []);
  if (flow.language && flow.language !== "python") {
    throw new ConfigError(`flows in "${flow.language}" cannot be run`, {
      where: text.where(["language"]),
    });
  }
  for (const warning of unknownKeys(flow, text)) warn(warning);

  const folder = dirname(resolve(file));
  const inputs = readInputs(flow, text);
  const nodes = readNodes(applyVariants(flow, variants, text), { text, folder, warn });
  const outputs = readOutputs(flow, text);
  const names: Names = { inputs, nodes };
  for (const node of nodes.values()) checkNode(node, { names, warn });
  for (const output of outputs.values()) checkReference(output, names);

  const [aggregationNodes, lineNodes] = split([...nodes.values()]);
  const environment = readEnvironment(flow);
  return { file, folder, inputs, outputs, lineNodes, aggregationNodes, environment };
}

/** One warning for each key of the flow, its inputs and its outputs that nothing reads. */
function unknownKeys({ inputs, outputs }: FlowFile, text: FlowText): string[] {
  const ofInputs = Object.entries(inputs ?? {}).map(([name, entry]) =>
    text.unknownKeys(entry, INPUT_KEYS, ["inputs", name]),
  );
  const ofOutputs = Object.entries(outputs ?? {}).map(([name, entry]) =>
    text.unknownKeys(entry, OUTPUT_KEYS, ["outputs", name]),
  );
  return [text.unknownKeys(text.values, FLOW_KEYS, []), ...ofInputs, ...ofOutputs].flat();
}

/** Nodes that run after all lines, and those of each line. */
function split(nodes: readonly FlowNode[]): [FlowNode[], FlowNode[]] {
  const ofLines = nodes.filter(({ isAggregation }) => !isAggregation);
  const others = nodes.filter(({ isAggregation }) => isAggregation);
  return [inOrder(others), inOrder(ofLines)];
}

function readInputs({ inputs }: FlowFile, text: FlowText): ReadonlyMap<string, FlowInput> {
  const entries = Object.entries(inputs ?? {}).map(([name, entry]): [string, FlowInput] => {
    const where = text.where(["inputs", name]);
    const input = { type: entry.type, default: entry.default ?? null, where };
    checkDefault(name, input);
    return [name, input];
  });
  if (entries.length > 0) return new Map(entries);
  throw new ConfigError("the flow has no inputs, so no line of data can reach it", {
    where: text.where(["inputs"]),
    fix: "add inputs: {NAME: {type: string}}",
  });
}

/** Every line without a value would fail by it. */
function checkDefault(name: string, input: FlowInput): void {
  if (input.default === null) return;
  try {
    convertInput(name, input, input.default);
  } catch (cause) {
    throw new ConfigError(`the default of the input "${name}" is no ${input.type}`, {
      where: input.where,
      fix: "change the default or the type",
      cause,
    });
  }
}

function readOutputs({ outputs }: FlowFile, text: FlowText): ReadonlyMap<string, Binding> {
  return new Map(
    Object.entries(outputs ?? {}).map(([name, { reference }]) => {
      const where = text.where(["outputs", name, "reference"]);
      if (reference !== undefined) return [name, parseBinding(reference, where)];
      throw new ConfigError(`the output "${name}" has no reference`, {
        where,
        fix: `add reference: \${NODE.output}`,
      });
    }),
  );
}

function readNodes(
  bodies: ReturnType<typeof applyVariants>,
  reader: NodeReader,
): ReadonlyMap<string, FlowNode> {
  const nodes = new Map<string, FlowNode>();
  for (const body of bodies) {
    const node = readNode(body, reader);
    const before = nodes.get(node.name);
    if (before) {
      throw new ConfigError(`the name "${node.name}" is there twice`, {
        where: node.where,
        fix: `the other node of this name is at ${before.where}; rename one`,
      });
    }
    if (["inputs", "flow"].includes(node.name)) {
      throw new ConfigError(`a node cannot be named "${node.name}"`, {
        where: node.where,
        fix: `"\${${node.name}.x}" means an input of the flow; rename the node`,
      });
    }
    nodes.set(node.name, node);
  }
  return nodes;
}

function checkNode(
  node: FlowNode,
  { names, warn }: { names: Names; warn: LoadOptions["warn"] },
): void {
  for (const binding of bindingsOf(node)) {
    checkReference(binding, names);
    if (binding.kind === "literal" && looksInterpolated(binding.value)) {
      warn(
        `${binding.where}: ${JSON.stringify(binding.value)} is taken as it stands; only a text that is one reference is replaced`,
      );
    }
  }
  checkStages(node, names);
}

function readEnvironment({ environment_variables }: FlowFile): Readonly<Record<string, string>> {
  const variables = Object.entries(environment_variables ?? {});
  return Object.fromEntries(
    variables.map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
