import { isMap, isNode, type Pair, visit, type Node as YamlNode } from "yaml";
import { keyOf, MERGE, offsetOf, type YamlEntry } from "../data/yaml/yaml-text.ts";
import type { EntrySource } from "./entry.ts";
import { yaml11Reading } from "./yaml-1-1.ts";

/**
 * What a reader of the file may have overlooked in one entry: a name or key that is there twice,
 * and unquoted `args` that openai/evals reads as something else than we do.
 */
export function notesOf(file: EntrySource, entry: YamlEntry): string[] {
  const names = file.entries
    .filter(({ name }) => name === entry.name)
    .map(({ name, line }) => ({ key: name, line }));
  return [
    ...repeated(file, names),
    ...repeatedKeys(file, entry.node),
    ...traps(file, argsOf(entry.node)),
  ];
}

/** Top-level names that stand for nothing that could be an entry. */
export function strayNotes(file: EntrySource): string[] {
  return file.entries
    .filter(({ value }) => typeof value !== "object" && typeof value !== "string")
    .map(({ name, line }) => {
      return `${file.path}:${line}: "${name}" is no entry and is left out; is it indented too little?`;
    });
}

interface Key {
  readonly key: string;
  readonly line: number;
}

function repeated(file: EntrySource, keys: readonly Key[]): string[] {
  return keys.flatMap(({ key, line }, index) => {
    const before = keys.slice(0, index).findLast((other) => other.key === key);
    if (!before || key === MERGE) return [];
    return [
      `${file.path}:${line}: "${key}" is there twice; this one counts, not line ${before.line}`,
    ];
  });
}

function repeatedKeys(file: EntrySource, node: YamlNode | null): string[] {
  const notes: string[] = [];
  if (!node) return notes;
  visit(node, {
    Map(_, map) {
      const keys = map.items.map((pair: Pair) => ({
        key: keyOf(pair),
        line: file.lineAt(offsetOf(pair)),
      }));
      notes.push(...repeated(file, keys));
    },
  });
  return notes;
}

function traps(file: EntrySource, args: YamlNode | null): string[] {
  const notes: string[] = [];
  if (!args) return notes;
  visit(args, {
    Scalar(_, { type, source, value, range }) {
      const reading = type === "PLAIN" && source ? yaml11Reading(source, value) : undefined;
      if (!reading) return;
      const place = `${file.path}:${file.lineAt(range?.[0] ?? 0)}`;
      const ours = `the ${typeof value === "number" ? "number" : "text"} ${value}`;
      notes.push(`${place}: ${source} is ${ours}; openai/evals reads it as ${reading}: quote it`);
    },
  });
  return notes;
}

function argsOf(node: YamlNode | null): YamlNode | null {
  if (!isMap(node)) return null;
  const pair = node.items.findLast((item) => /^(args|init_args)$/.test(keyOf(item)));
  return isNode(pair?.value) ? pair.value : null;
}
