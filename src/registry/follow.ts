import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import { describeValue } from "./describe-value.ts";
import { type Entry, fieldsOf, placeOf } from "./entry.ts";

/** An entry that was asked for, what its `id` leads to, and what lies between. */
export interface Trail {
  /** All of them, the one that was asked for first. */
  readonly entries: readonly Entry[];
  /** The one without `id`. */
  readonly target: Entry;
}

/** Where entries are looked up by name. */
export interface Lookup {
  find(name: string): Entry | undefined;
  /** Every name there is, for suggestions. */
  names(): readonly string[];
}

/**
 * Follows `id` from entry to entry; where there is a `class` as well, `id` wins.
 *
 * @throws {ConfigError} when an `id` leads nowhere or round in a circle
 */
export function follow(asked: Entry, lookup: Lookup): Trail {
  const entries = [asked];
  for (let target = asked; ; ) {
    const id = idOf(target);
    if (id === undefined) return { entries, target };
    const next = lookup.find(id);
    if (!next) throw dangling(entries, id, lookup);
    const isCircle = entries.some(({ name }) => name === id);
    entries.push(next);
    if (isCircle) throw circle(entries);
    target = next;
  }
}

function idOf(entry: Entry): string | undefined {
  const { id } = fieldsOf(entry);
  if (id === undefined || typeof id === "string") return id;
  throw new ConfigError(`the "id" of "${entry.name}" is ${describeValue(id)}`, {
    where: placeOf(entry),
    fix: "set it to the name of another entry, in quotes where it looks like a number",
  });
}

function dangling(entries: readonly Entry[], id: string, lookup: Lookup): ConfigError {
  return new ConfigError(`"${id}" is not in the registry: ${arrows([...namesOf(entries), id])}`, {
    where: entries.map(placeOf).join(" → "),
    fix: didYouMean(id, lookup.names()) ?? `add an entry "${id}" or change the "id"`,
  });
}

function circle(entries: readonly Entry[]): ConfigError {
  return new ConfigError(`an "id" leads round in a circle: ${arrows(namesOf(entries))}`, {
    where: entries.slice(0, -1).map(placeOf).join(" → "),
    fix: 'give one of them a "class" and no "id"',
  });
}

function namesOf(entries: readonly Entry[]): string[] {
  return entries.map(({ name }) => name);
}

function arrows(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" → ");
}
