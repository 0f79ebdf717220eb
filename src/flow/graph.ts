import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import type { Binding, FlowInput, FlowNode, NodeReference } from "./spec.ts";

/** What the references of a flow may name. */
export interface Names {
  readonly inputs: ReadonlyMap<string, FlowInput>;
  readonly nodes: ReadonlyMap<string, FlowNode>;
}

/** All that a node refers to. */
export function bindingsOf({ inputs, activate }: FlowNode): readonly Binding[] {
  return activate ? [...inputs.values(), activate.when] : [...inputs.values()];
}

/** The names of the nodes that a node waits for, each once. */
export function dependenciesOf(node: FlowNode): readonly string[] {
  return [
    ...new Set(
      bindingsOf(node)
        .filter(isNodeReference)
        .map((reference) => reference.node),
    ),
  ];
}

/** Whether it refers to a node. */
export function isNodeReference(binding: Binding): binding is NodeReference {
  return binding.kind === "node";
}

/**
 * Finds a reference to nothing.
 *
 * @throws {ConfigError} with its place
 */
export function checkReference(binding: Binding, { inputs, nodes }: Names): void {
  if (binding.kind === "input" && !inputs.has(binding.name)) {
    throw unknown(`the flow has no input "${binding.name}"`, binding, inputs.keys());
  }
  if (binding.kind === "node" && !nodes.has(binding.node)) {
    throw unknown(`the flow has no node "${binding.node}"`, binding, nodes.keys());
  }
}

/**
 * Finds what a node must not refer to: an ordinary node no aggregation node, for that runs later;
 * `activate` of an aggregation node no ordinary node, for that has many values.
 *
 * @throws {ConfigError} with the place of the reference
 */
export function checkStages(node: FlowNode, { nodes }: Names): void {
  for (const binding of bindingsOf(node).filter(isNodeReference)) {
    const isLater = nodes.get(binding.node)?.isAggregation === true;
    if (isLater && !node.isAggregation) {
      throw new ConfigError(
        `the node "${node.name}" refers to "${binding.node}", which runs after all lines`,
        {
          where: binding.where,
          fix: `add aggregation: true to "${node.name}", or refer to another node`,
        },
      );
    }
    if (!isLater && node.isAggregation && binding === node.activate?.when) {
      throw new ConfigError(
        `"activate" of the aggregation node "${node.name}" refers to "${binding.node}", which has a value for each line`,
        { where: binding.where, fix: "refer to an aggregation node or to a literal" },
      );
    }
  }
}

/**
 * The nodes, each after those that it refers to.
 *
 * @throws {ConfigError} naming the nodes that wait for each other
 */
export function inOrder(nodes: readonly FlowNode[]): FlowNode[] {
  const ordered: FlowNode[] = [];
  let waiting = [...nodes];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter((node) => !dependenciesOf(node).some((name) => names.has(name)));
    if (ready.length === 0) throw cycle(waiting);
    ordered.push(...ready);
    waiting = waiting.filter((node) => !ready.includes(node));
  }
  return ordered;
}

function unknown(message: string, binding: Binding, known: Iterable<string>): ConfigError {
  const names = [...known];
  const name = binding.kind === "node" ? binding.node : String(Reflect.get(binding, "name"));
  const listed = names.map((other) => `"${other}"`).join(", ") || "none";
  return new ConfigError(message, {
    where: binding.where,
    fix: didYouMean(name, names) ?? `there are: ${listed}`,
  });
}

/** Nodes that only wait for a cycle are not in it. */
function cycle(waiting: readonly FlowNode[]): ConfigError {
  let circle = waiting;
  for (let before = -1; before !== circle.length; ) {
    before = circle.length;
    const wanted = new Set(circle.flatMap(dependenciesOf));
    circle = circle.filter(({ name }) => wanted.has(name));
  }
  const [first] = circle;
  const names = circle.map(({ name }) => `"${name}"`).join(", ");
  return new ConfigError(
    circle.length === 1
      ? `the node ${names} waits for itself`
      : `the nodes ${names} wait for each other`,
    { where: first?.where, fix: "take one of the references away" },
  );
}
