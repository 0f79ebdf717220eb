import { statSync } from "node:fs";
import { extname, join } from "node:path";
import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import { NODE_KEYS, NodeEntry } from "./flow-schema.ts";
import type { FlowText } from "./flow-text.ts";
import { parseBinding } from "./reference.ts";
import type { Binding, FlowNode, NodeKind } from "./spec.ts";
import type { NodeBody } from "./variants.ts";

/** What reading nodes needs of the file around them. */
export interface NodeReader {
  readonly text: FlowText;
  readonly folder: string;
  warn(message: string): void;
}

/**
 * A node with all that its own lines can tell to be wrong checked.
 *
 * @throws {ConfigError} with the place of the fault
 */
export function readNode({ fields, path }: NodeBody, reader: NodeReader): FlowNode {
  const { text } = reader;
  const entry = text.check(NodeEntry, fields, path);
  if (Object.hasOwn(fields, "skip")) throw noSkip(entry.name, text.where([...path, "skip"]));
  for (const warning of text.unknownKeys(fields, NODE_KEYS, path)) reader.warn(warning);

  const where = text.where([...path, "name"]);
  const kind = kindOf(entry, { where, typeAt: text.where([...path, "type"]) });
  const { model, connection, api, metric, timeout } = entry;
  return {
    name: entry.name,
    kind,
    isAggregation: entry.aggregation || entry.reduce,
    inputs: readInputs(entry, text, path),
    activate: readActivate(entry, text, path),
    path: FILES[kind] ? sourceFile(entry, kind, { ...reader, path }) : undefined,
    settings: { model, connection, api, metric },
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    where,
  };
}

const KINDS: Readonly<Record<string, NodeKind>> = {
  typescript: "module",
  javascript: "module",
  python: "python",
  prompt: "prompt",
  llm: "llm",
  metric: "metric",
  embedding: "embedding",
};

/** Kinds of nodes that have a file, and what it is called in messages. */
const FILES: Readonly<Partial<Record<NodeKind, string>>> = {
  module: "module",
  python: "Python file",
  prompt: "template",
  llm: "template",
};

/** The one tool of a package that flows of promptflow use and that is built in here. */
const EMBEDDING_TOOL = "promptflow.tools.embedding.embedding";

function kindOf(
  { name, type, source }: NodeEntry,
  at: { where: string; typeAt: string },
): NodeKind {
  if (source && source.type !== "code") {
    if (source.tool === EMBEDDING_TOOL) return "embedding";
    throw new ConfigError(`the node "${name}" runs a tool of a package, "${source.tool ?? ""}"`, {
      where: at.where,
      fix: `of such tools only ${EMBEDDING_TOOL} is built in; write a node of your own in its place`,
    });
  }
  const kind = type === undefined ? undefined : KINDS[type];
  if (kind) return kind;
  const types = Object.keys(KINDS);
  const fix = didYouMean(type ?? "", types) ?? `the types are ${types.join(", ")}`;
  throw type === undefined
    ? new ConfigError(`the node "${name}" has no type`, { where: at.where, fix })
    : new ConfigError(`"${type}" is no type of a node`, { where: at.typeAt, fix });
}

function readInputs(
  { inputs }: NodeEntry,
  text: FlowText,
  path: readonly PropertyKey[],
): ReadonlyMap<string, Binding> {
  const bindings = Object.entries(inputs ?? {}).map(([name, value]): [string, Binding] => [
    name,
    parseBinding(value, text.where([...path, "inputs", name])),
  ]);
  return new Map(bindings.filter(([, binding]) => !isBlank(binding)));
}

/** A blank literal is as good as none: the parameter then has its default. */
function isBlank(binding: Binding): boolean {
  return binding.kind === "literal" && (binding.value === null || binding.value === "");
}

function readActivate(
  { name, activate }: NodeEntry,
  text: FlowText,
  path: readonly PropertyKey[],
): FlowNode["activate"] {
  if (!activate) return undefined;
  const place = [...path, "activate"];
  for (const key of ["when", "is"]) {
    if (Object.hasOwn(activate, key)) continue;
    throw new ConfigError(`"activate" of the node "${name}" has no "${key}"`, {
      where: text.where(place),
      fix: `it needs both: when: \${NODE.output}, and is: the value with which the node runs`,
    });
  }
  const when = parseBinding(activate["when"], text.where([...place, "when"]));
  return { when, is: activate["is"] };
}

function sourceFile(
  { name, type, source }: NodeEntry,
  kind: NodeKind,
  { text, folder, path }: NodeReader & { path: readonly PropertyKey[] },
): string {
  const what = FILES[kind];
  if (!source?.path) {
    throw new ConfigError(`the node "${name}" has no source`, {
      where: text.where(path),
      fix: `add {type: code, path: FILE}, the ${what} relative to the flow's folder`,
    });
  }
  const file = join(folder, source.path);
  const where = text.where([...path, "source", "path"]);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new ConfigError(`there is no file "${file}"`, {
      where,
      fix: `the ${what} of the node "${name}" is named relative to the flow's folder`,
    });
  }
  if (kind === "module" && extname(file) === ".py") {
    throw new ConfigError(`"${source.path}" is Python, and the node's type is "${type}"`, {
      where,
      fix: "write type: python",
    });
  }
  return file;
}

function noSkip(name: string, where: string): ConfigError {
  return new ConfigError(`the node "${name}" has "skip", which is no longer there`, {
    where,
    fix: `write activate: {when: \${NODE.output}, is: VALUE}: the node runs when they are equal`,
  });
}
