import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../core/errors.ts";
import { KINDS } from "./kinds.ts";
import { holdsRegistry, isFolder } from "./yaml-files.ts";

/** Where to look for registries. */
export interface RootOptions {
  /** Folders, checkouts of openai/evals, or names of installed packages. */
  readonly paths?: readonly string[] | undefined;
  /** Where relative paths and packages are looked for. @default the working directory */
  readonly cwd?: string | undefined;
  /** Folder that has `.evals` in it. @default the user's */
  readonly home?: string | undefined;
}

/** The registry that comes with this package; the same from `src/` and from `dist/`. */
export const BUNDLED_ROOT = fileURLToPath(new URL("../../registry", import.meta.url));

/**
 * The roots in the order of reading: bundled, `~/.evals`, then each path.
 *
 * @throws {ConfigError} when there is no registry at a path; it lists what was tried
 */
export function registryRoots({ paths = [], cwd = ".", home = homedir() }: RootOptions): string[] {
  const own = [BUNDLED_ROOT, join(home, ".evals")].filter(isFolder);
  const roots = [...own, ...paths.map((path) => registryAt(path, resolve(cwd)))];
  const real = roots.map((root) => realpathSync(root));
  return roots.filter((_, index) => real.indexOf(real[index] ?? "") === index);
}

function registryAt(path: string, cwd: string): string {
  const places = placesFor(path, cwd);
  const tried = places.flatMap(candidates);
  const found = tried.find(holdsRegistry) ?? places.find(looksLikeRegistry);
  if (found) return found;
  throw new ConfigError(`there is no registry at "${path}"`, {
    where: tried.join(", "),
    fix: "name a folder that has evals/*.yaml, a checkout of openai/evals, or an installed package",
  });
}

/** The path itself; a bare name may be an installed package as well. */
function placesFor(path: string, cwd: string): string[] {
  const folder = resolve(cwd, path);
  const isName = !isAbsolute(path) && !path.startsWith(".");
  return isName
    ? [folder, ...ancestors(cwd).map((at) => join(at, "node_modules", path))]
    : [folder];
}

/** A registry, a package or project with one, a checkout of openai/evals. */
function candidates(folder: string): string[] {
  return [folder, join(folder, "registry"), join(folder, "evals", "registry")];
}

/** A registry in the making, still without a file. */
function looksLikeRegistry(folder: string): boolean {
  return [...KINDS, "data"].some((kind) => isFolder(join(folder, kind)));
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}
