import { ConfigError } from "../core/errors.ts";
import { YamlFile } from "../data/yaml/yaml-file.ts";
import { isMapping } from "./describe-value.ts";
import { type Entry, placeOf } from "./entry.ts";
import { type Kind, singular } from "./kinds.ts";
import { BUNDLED_ROOT } from "./roots.ts";
import { yamlFiles } from "./yaml-files.ts";

/** A file and what it holds. */
interface PlacedFile {
  readonly file: YamlFile;
  readonly root: string;
  readonly kind: Kind;
}

/**
 * The entries of all roots. A name in a later root wins over an earlier one; in one root it may
 * stand in one file only. Files are parsed when they can matter, so a broken one stops nothing else.
 */
export class Catalog {
  readonly roots: readonly string[];
  readonly #warn: (message: string) => void;
  readonly #files = new Map<Kind, readonly PlacedFile[]>();

  constructor(roots: readonly string[], warn: (message: string) => void) {
    this.roots = roots;
    this.#warn = warn;
  }

  /**
   * The entry of a name; of several kinds the later one wins.
   *
   * @throws {ConfigError} when two files of a root have it, or when it is in a broken file
   */
  find(kinds: readonly Kind[], name: string): Entry | undefined {
    const suspects = this.#filesOf(kinds).filter(({ file }) => file.mentions(name));
    this.#mindBroken(suspects, name);

    let found: Entry | undefined;
    for (const root of this.roots) {
      const inRoot = suspects.filter((suspect) => suspect.root === root);
      const entry = kinds.map((kind) => onlyEntry(inRoot, kind, name)).findLast(Boolean);
      if (found && entry) this.#warn(overridden(found, entry));
      found = entry ?? found;
    }
    return found;
  }

  /** Every entry that counts, in the order of roots, files and lines; parses all files. */
  all(kinds: readonly Kind[]): Entry[] {
    const byName = new Map<string, Entry>();
    for (const root of this.roots) {
      const inRoot = this.#filesOf(kinds).filter((placed) => placed.root === root);
      for (const entry of inRoot.flatMap(entriesOf)) byName.set(entry.name, entry);
    }
    return [...byName.values()];
  }

  /**
   * Why files of the user's cannot be used, as `file:line:column: reason`; parses all files of the
   * roots that have at most so many.
   */
  faults(kinds: readonly Kind[], maxFiles = Number.POSITIVE_INFINITY): string[] {
    return this.roots
      .filter((root) => root !== BUNDLED_ROOT)
      .map((root) => this.#filesOf(kinds).filter((placed) => placed.root === root))
      .filter((files) => files.length <= maxFiles)
      .flatMap((files) => files.flatMap(({ file }) => file.fault ?? []));
  }

  /** Names of the entries that have a class. */
  usersOf(cls: string, kinds: readonly Kind[]): string[] {
    return this.#filesOf(kinds)
      .filter(({ file }) => file.mentions(cls))
      .flatMap(({ file }) => file.entries)
      .filter(({ value }) => isMapping(value) && value["class"] === cls)
      .map(({ name }) => name);
  }

  /** A broken file that has the name must not make it seem missing, nor let another stand in. */
  #mindBroken(suspects: readonly PlacedFile[], name: string): void {
    for (const { file } of suspects) {
      if (file.fault && file.seemsToDeclare(name)) {
        throw new ConfigError(`"${name}" is in a file that cannot be read`, { where: file.fault });
      }
      if (file.fault) this.#warn(`left out: ${file.fault}`);
    }
  }

  #filesOf(kinds: readonly Kind[]): readonly PlacedFile[] {
    return kinds.flatMap((kind) => {
      const files = this.#files.get(kind) ?? readFiles(this.roots, kind);
      this.#files.set(kind, files);
      return files;
    });
  }
}

function readFiles(roots: readonly string[], kind: Kind): PlacedFile[] {
  return roots.flatMap((root) =>
    yamlFiles(root, kind).map((path) => ({ file: new YamlFile(path), root, kind })),
  );
}

function onlyEntry(files: readonly PlacedFile[], kind: Kind, name: string): Entry | undefined {
  const [entry, second] = files
    .filter((placed) => placed.kind === kind)
    .flatMap((placed) => entriesOf(placed).findLast((entry) => entry.name === name) ?? []);
  if (entry && second) {
    throw new ConfigError(`two files of one registry define the ${singular(kind)} "${name}"`, {
      where: `${placeOf(entry)} and ${placeOf(second)}`,
      fix: "rename or remove one of them",
    });
  }
  return entry;
}

function entriesOf({ file, root, kind }: PlacedFile): Entry[] {
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
