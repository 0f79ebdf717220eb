import { ConfigError } from "../core/errors.ts";
import { isMapping } from "./describe-value.ts";
import { type Entry, placeOf } from "./entry.ts";
import { type Kind, singular } from "./kinds.ts";
import { YamlFile } from "./yaml-file.ts";
import { yamlFiles } from "./yaml-files.ts";

/**
 * The entries of all roots. A name in a later root wins over an earlier one; in one root it may
 * stand in one file only. Files are parsed when they can matter, so a broken one stops nothing else.
 */
export class Catalog {
  readonly roots: readonly string[];
  readonly #warn: (message: string) => void;
  readonly #files = new Map<string, readonly YamlFile[]>();

  constructor(roots: readonly string[], warn: (message: string) => void) {
    this.roots = roots;
    this.#warn = warn;
  }

  /**
   * The entry of a name; of several kinds the later one wins.
   *
   * @throws {ConfigError} when two files of a root have it, or when it stands in a broken file
   */
  find(kinds: readonly Kind[], name: string): Entry | undefined {
    let found: Entry | undefined;
    for (const root of this.roots) {
      const inRoot = kinds.map((kind) => this.#findIn(root, kind, name)).findLast(Boolean);
      if (found && inRoot) this.#warn(overridden(found, inRoot));
      found = inRoot ?? found;
    }
    this.#mindBroken(kinds, name);
    return found;
  }

  /** Every entry that counts, in the order of roots, files and lines; parses all files. */
  all(kinds: readonly Kind[]): Entry[] {
    const byName = new Map<string, Entry>();
    for (const root of this.roots) {
      for (const kind of kinds) {
        for (const entry of this.#entriesIn(root, kind)) byName.set(entry.name, entry);
      }
    }
    return [...byName.values()];
  }

  /** Why files cannot be used, as `file:line:column: reason`; parses all files of small roots. */
  faults(kinds: readonly Kind[], maxFiles = Number.POSITIVE_INFINITY): string[] {
    return this.roots
      .map((root) => kinds.flatMap((kind) => this.#filesIn(root, kind)))
      .filter((files) => files.length <= maxFiles)
      .flatMap((files) => files.flatMap((file) => file.fault ?? []));
  }

  /** Names of the entries that have a class. */
  usersOf(cls: string, kinds: readonly Kind[]): string[] {
    return this.#filesOf(kinds)
      .filter((file) => file.mentions(cls))
      .flatMap((file) =>
        file.entries.filter(({ value }) => isMapping(value) && value["class"] === cls),
      )
      .map(({ name }) => name);
  }

  /** The files of a kind below a root, read and perhaps not yet parsed. */
  #filesIn(root: string, kind: Kind): readonly YamlFile[] {
    const key = JSON.stringify([root, kind]);
    const files = this.#files.get(key) ?? yamlFiles(root, kind).map((path) => new YamlFile(path));
    this.#files.set(key, files);
    return files;
  }

  #findIn(root: string, kind: Kind, name: string): Entry | undefined {
    const [entry, second] = this.#filesIn(root, kind)
      .filter((file) => file.mentions(name))
      .flatMap(
        (file) => entriesOf(file, root, kind).findLast((entry) => entry.name === name) ?? [],
      );
    if (entry && second) {
      throw new ConfigError(`two files of one registry define the ${singular(kind)} "${name}"`, {
        where: `${placeOf(entry)} and ${placeOf(second)}`,
        fix: "rename or remove one of them",
      });
    }
    return entry;
  }

  #entriesIn(root: string, kind: Kind): Entry[] {
    return this.#filesIn(root, kind).flatMap((file) => entriesOf(file, root, kind));
  }

  #filesOf(kinds: readonly Kind[]): readonly YamlFile[] {
    return this.roots.flatMap((root) => kinds.flatMap((kind) => this.#filesIn(root, kind)));
  }

  /** A broken file that has the name must not make it seem missing, nor let another stand in. */
  #mindBroken(kinds: readonly Kind[], name: string): void {
    for (const file of this.#filesOf(kinds).filter((file) => file.mentions(name))) {
      if (file.fault && file.seemsToDeclare(name)) {
        throw new ConfigError(`"${name}" is in a file that cannot be read`, { where: file.fault });
      }
      if (file.fault) this.#warn(`left out: ${file.fault}`);
    }
  }
}

function entriesOf(file: YamlFile, root: string, kind: Kind): Entry[] {
  return file.entries.map((entry) => ({
    ...entry,
    kind,
    file: file.path,
    registry_path: root,
    source: file,
  }));
}

function overridden(before: Entry, after: Entry): string {
  return `"${after.name}" of ${placeOf(after)} is used, not that of ${placeOf(before)}`;
}
