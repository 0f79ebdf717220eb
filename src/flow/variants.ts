import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import type { FlowFile } from "./flow-schema.ts";
import type { FlowText } from "./flow-text.ts";

/** A node's fields, and the keys under which they stand in the file. */
export interface NodeBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: readonly PropertyKey[];
}

/** Which variant a node takes in place of its default one, by the node's name. */
export type ChosenVariants = Readonly<Record<string, string>>;

/**
 * The bodies of all nodes: of a node with `use_variants` that of the chosen variant, or the default.
 *
 * @throws {ConfigError} when a variant or its node is not there
 */
export function applyVariants(flow: FlowFile, chosen: ChosenVariants, text: FlowText): NodeBody[] {
  const names = flow.nodes.map(({ name }) => String(name));
  for (const node of Object.keys(chosen)) {
    if (!names.includes(node)) throw unknownNode(node, names, text);
  }
  return flow.nodes.map((fields, index) => {
    const own = { fields, path: ["nodes", index] };
    const choice = chosen[String(fields["name"])];
    if (fields["use_variants"] !== true && choice === undefined) return own;
    return variantOf(own, choice, { flow, text });
  });
}

/** `${node.id}` as the command line has it, or `node.id`. @throws {ConfigError} for anything else */
export function parseVariant(text: string): { node: string; variant: string } {
  const [, node, variant] = /^(?:\$\{)?([^.{}]+)\.([^{}]+?)\}?$/.exec(text) ?? [];
  if (node !== undefined && variant !== undefined) return { node, variant };
  throw new ConfigError(`"${text}" names no variant`, { fix: "write --variant NODE.VARIANT" });
}

function variantOf(
  own: NodeBody,
  choice: string | undefined,
  { flow, text }: { flow: FlowFile; text: FlowText },
): NodeBody {
  const name = String(own.fields["name"]);
  const entry = flow.node_variants?.[name];
  if (!entry) {
    throw new ConfigError(`the node "${name}" has no variants`, {
      where: text.where(own.path),
      fix: `add node_variants.${name}, or take use_variants away`,
    });
  }
  const id = choice ?? entry.default_variant_id;
  const variant = id === undefined ? undefined : entry.variants[id];
  if (id === undefined || !variant) {
    const ids = Object.keys(entry.variants);
    const missing = id === undefined ? "has no default_variant_id" : `has no variant "${id}"`;
    throw new ConfigError(`the node "${name}" ${missing}`, {
      where: text.where(["node_variants", name]),
      fix: didYouMean(id ?? "", ids) ?? `it has ${ids.map((known) => `"${known}"`).join(", ")}`,
    });
  }
  return {
    fields: { ...variant.node, name },
    path: ["node_variants", name, "variants", id, "node"],
  };
}

function unknownNode(node: string, names: readonly string[], text: FlowText): ConfigError {
  return new ConfigError(`the flow has no node "${node}" to take a variant of`, {
    where: text.where(["nodes"]),
    fix: didYouMean(node, names) ?? `it has ${names.map((name) => `"${name}"`).join(", ")}`,
  });
}
