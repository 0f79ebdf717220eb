import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import { YamlFile } from "../data/yaml/yaml-file.ts";
import type { Catalog } from "./catalog.ts";
import { COMPLETION_FN_KINDS, type Kind, listCommand, singular } from "./kinds.ts";
import { ymlFiles } from "./yaml-files.ts";

/** The error for a name that no entry has; it says where the name is after all, or near names. */
export function notFound(catalog: Catalog, kind: Kind, name: string): ConfigError {
  return new ConfigError(`there is no ${singular(kind)} "${name}" in the registry`, {
    where: catalog.roots.join(", "),
    fix:
      asFile(name) ??
      inYml(catalog, kind, name) ??
      ofOtherKind(catalog, kind, name) ??
      didYouMean(
        name,
        catalog.all([kind]).map((entry) => entry.name),
      ) ??
      `list the names there are with: ${listCommand(kind)}`,
  });
}

function asFile(name: string): string | undefined {
  return /\.[cm]?[jt]s:\w+$/.test(name) ? `for the file, write "./${name}"` : undefined;
}

function inYml(catalog: Catalog, kind: Kind, name: string): string | undefined {
  const path = catalog.roots
    .flatMap((root) => ymlFiles(root, kind))
    .find((file) => new YamlFile(file).seemsToDeclare(name));
  return path && `it is in ${path}; only files that end in .yaml are read, so rename it`;
}

function ofOtherKind(catalog: Catalog, kind: Kind, name: string): string | undefined {
  if (kind !== "eval_sets" && isIn(catalog, ["eval_sets"], name)) {
    return `"${name}" is an eval set: oaieval set FN ${name}`;
  }
  if (kind !== "evals" && isIn(catalog, ["evals"], name)) {
    return `"${name}" is a single eval: oaieval FN ${name}`;
  }
  if (name !== "dummy" && !isIn(catalog, COMPLETION_FN_KINDS, name)) return undefined;
  return `"${name}" is a completion function, which comes first: oaieval ${name} EVAL`;
}

function isIn(catalog: Catalog, kinds: readonly Kind[], name: string): boolean {
  return catalog.all(kinds).some((entry) => entry.name === name);
}
