import type { Catalog } from "./catalog.ts";
import { isMapping } from "./describe-value.ts";
import type { Entry } from "./entry.ts";
import type { Kind } from "./kinds.ts";
import { select } from "./pattern.ts";

/** One line of a listing, under the names that JSON output has. */
export interface EntryRow {
  readonly name: string;
  /** Reference of the class, for an alias that of its target; null where there is none. */
  readonly class: string | null;
  /** What an alias stands for. */
  readonly alias_of: string | null;
  readonly description: string | null;
  /** Names and patterns of a set; only of sets. */
  readonly evals?: readonly string[];
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The entries whose name a pattern matches, in the order of the registry; broken ones as well. */
export function listEntries(
  catalog: Catalog,
  kinds: readonly Kind[],
  pattern: string,
): readonly EntryRow[] {
  const entries = new Map(catalog.all(kinds).map((entry) => [entry.name, entry]));
  return select([...entries.keys()], [pattern]).names.flatMap((name) => {
    const entry = entries.get(name);
    return entry ? [rowOf(entry, entries)] : [];
  });
}

/** An eval to look at. */
export interface ChosenEval {
  /** The concrete name; one that leads nowhere stays as it is. */
  readonly name: string;
  /** Aliases and the name itself, as far as they were chosen. */
  readonly chosenBy: readonly string[];
}

/** What names stand for in the end, each once. */
export function chosenEvals(all: readonly Entry[], names: readonly string[]): ChosenEval[] {
  const entries = new Map(all.map((entry) => [entry.name, entry]));
  const chosen = new Map<string, string[]>();
  for (const chosenBy of new Set(names)) {
    const entry = entries.get(chosenBy);
    const name = (entry && targetOf(entry, entries)?.name) ?? chosenBy;
    chosen.set(name, [...(chosen.get(name) ?? []), chosenBy]);
  }
  return [...chosen].map(([name, chosenBy]) => ({ name, chosenBy }));
}

function rowOf(entry: Entry, entries: ReadonlyMap<string, Entry>): EntryRow {
  const target = targetOf(entry, entries);
  return {
    name: entry.name,
    class: target ? (textOf(target, "class") ?? textOf(target, "class_path")) : null,
    alias_of: idOf(entry),
    description: textOf(entry, "description") ?? (target ? textOf(target, "description") : null),
    ...(target?.kind === "eval_sets" ? { evals: textsOf(target, "evals") } : {}),
    file: entry.file,
    line: entry.line,
  };
}

/** Where the ids lead; nothing when they lead nowhere or round in a circle. */
function targetOf(entry: Entry, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  let target: Entry | undefined = entry;
  for (let steps = 0; steps <= entries.size; steps++) {
    const id: string | null = target ? idOf(target) : null;
    if (!target || id === null) return target;
    target = entries.get(id);
  }
  return undefined;
}

function idOf(entry: Entry): string | null {
  return typeof entry.value === "string" ? entry.value : textOf(entry, "id");
}

/** A field's text on one line. */
function textOf({ value }: Entry, field: string): string | null {
  const text = isMapping(value) ? value[field] : undefined;
  return typeof text === "string" ? text.trim().replace(/\s+/g, " ") : null;
}

function textsOf({ value }: Entry, field: string): string[] {
  const texts = isMapping(value) ? value[field] : undefined;
  return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
}
