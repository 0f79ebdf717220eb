import type { Catalog } from "./catalog.ts";
import { unknownFields } from "./entry.ts";
import { follow, type Trail } from "./follow.ts";
import type { Kind } from "./kinds.ts";
import { notesOf, strayNotes } from "./yaml-notes.ts";

/**
 * Finds an entry and follows its `id`.
 *
 * @returns undefined when no entry has the name
 * @throws {ConfigError} when the entry, or one that it leads to, cannot be used
 */
export function findTrail(
  catalog: Catalog,
  kinds: readonly Kind[],
  name: string,
): Trail | undefined {
  const asked = catalog.find(kinds, name);
  if (!asked) return undefined;
  return follow(asked, {
    find: (id) => catalog.find(kinds, id),
    names: () => catalog.all(kinds).map((entry) => entry.name),
  });
}

/** What may be a mistake in the entries of a trail and around them. */
export function notesOnTrail({ entries }: Trail): string[] {
  const files = new Set(entries.map(({ source }) => source));
  return [
    ...entries.flatMap((entry) => [...unknownFields(entry), ...notesOf(entry.source, entry)]),
    ...[...files].flatMap(strayNotes),
  ];
}
