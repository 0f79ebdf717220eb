import { DataError } from "../core/errors.ts";
import { jsonEquals } from "../metrics/json-equality.ts";
import type { JsonValue } from "../metrics/parse-json.ts";
import { isNodeReference } from "./graph.ts";
import { toPlain } from "./plain-json.ts";
import type { Binding, FlowNode, NodeReference } from "./spec.ts";

/** What references are resolved with. */
export interface Values {
  input(name: string): unknown;
  /** Whether the node, which is done, was bypassed. */
  isBypassed(reference: NodeReference): boolean;
  /** What it returned, whole. */
  output(reference: NodeReference): unknown;
}

/**
 * The value of a binding; null when its node was bypassed.
 *
 * @throws {DataError} when a part of an output is not there
 */
export function resolve(binding: Binding, values: Values): unknown {
  if (binding.kind === "literal") return binding.value;
  if (binding.kind === "input") return values.input(binding.name);
  return values.isBypassed(binding) ? null : partOf(values.output(binding), binding);
}

/** Whether a node must not run, because of its `activate` or of what it depends on. */
export function isBypassed({ inputs, activate }: FlowNode, values: Values): boolean {
  if (activate) {
    if (isNodeReference(activate.when) && values.isBypassed(activate.when)) return true;
    return !equals(resolve(activate.when, values), activate.is);
  }
  const references = [...inputs.values()].filter(isNodeReference);
  return references.length > 0 && references.every((reference) => values.isBypassed(reference));
}

/** Arguments by parameter; those of bypassed nodes are absent. */
export function argumentsOf({ inputs }: FlowNode, values: Values): Record<string, unknown> {
  const given = [...inputs].filter(
    ([, binding]) => !(isNodeReference(binding) && values.isBypassed(binding)),
  );
  return Object.fromEntries(given.map(([name, binding]) => [name, resolve(binding, values)]));
}

function equals(value: unknown, wanted: unknown): boolean {
  // Both are JSON after this.
  return jsonEquals(toPlain(value) as JsonValue, toPlain(wanted) as JsonValue);
}

function partOf(value: unknown, { path, text }: NodeReference): unknown {
  return path.reduce((whole, key) => {
    const isThere = typeof whole === "object" && whole !== null && Object.hasOwn(whole, key);
    if (isThere) return Reflect.get(whole, key) as unknown;
    throw new DataError(
      `"${text}" has no value: there is no ${JSON.stringify(key)} in ${kindOf(whole)}`,
    );
  }, value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? `{${Object.keys(value).join(", ")}}` : `a ${typeof value}`;
}
