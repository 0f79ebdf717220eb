import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type Kind } from "./kinds.ts";

/**
 * The YAML files of a kind below a registry's root, by name: all `*.yaml` directly in the folder of
 * that name, and a single file `<kind>.yaml` or `<kind>`. Files that end in `.yml` are not among
 * them, as in openai/evals.
 */
export function yamlFiles(root: string, kind: Kind): string[] {
  return [...filesIn(join(root, kind), ".yaml"), ...singleFiles(root, kind)];
}

/** The files that are not read because they end in `.yml`; for messages. */
export function ymlFiles(root: string, kind: Kind): string[] {
  return filesIn(join(root, kind), ".yml");
}

/** Whether a folder holds at least one file of the registry. */
export function holdsRegistry(folder: string): boolean {
  return KINDS.some((kind) => yamlFiles(folder, kind).length > 0);
}

function singleFiles(root: string, kind: Kind): string[] {
  return [join(root, `${kind}.yaml`), join(root, kind)].filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  );
}

function filesIn(folder: string, suffix: string): string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.name.endsWith(suffix) && !item.isDirectory())
    .map((item) => join(folder, item.name))
    .sort();
}

/** Whether there is a folder at a path. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
