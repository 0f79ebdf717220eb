import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { closest } from "../core/closest.ts";
import { ConfigError, DataError } from "../core/errors.ts";
import { isSystemError, unreadable } from "./bytes.ts";

/** Where data is looked for. */
export interface DataPlaces {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** `<root>/data` folders, tried after the working directory in their order. */
  readonly folders: readonly string[];
}

/** Something that is there. */
export interface FoundData {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The paths that a reference may mean, in the order in which they are tried. */
export function candidatePaths(reference: string, { cwd, folders }: DataPlaces): string[] {
  if (isAbsolute(reference)) return [reference];
  return [...new Set([cwd, ...folders].map((folder) => resolve(folder, reference)))];
}

/**
 * The first of these paths where there is something.
 *
 * @throws {DataError} when it is neither a file nor a folder, or may not be looked at
 */
export function firstThere(paths: readonly string[]): FoundData | undefined {
  for (const path of paths) {
    const stats = statsOf(path);
    if (stats?.isFile() || stats?.isDirectory()) return { path, isFolder: stats.isDirectory() };
    if (!stats) continue;
    const fix = "write the rows to a file first: they are read more than once";
    throw new DataError(`"${path}" is neither a file nor a folder`, { where: path, fix });
  }
  return undefined;
}

/** The error for data that is at none of its paths. */
export function missingData(reference: string, paths: readonly string[]): ConfigError {
  const [near] = paths.flatMap(nearPaths);
  return new ConfigError(`there is no data "${reference}"`, {
    where: paths.join(", "),
    fix: near ? `did you mean "${near}"?` : "put it at one of these paths, or name another one",
  });
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** What stands beside the path, or beside its folder where that is missing too. */
function nearPaths(path: string): string[] {
  const folder = dirname(path);
  if (folder === path) return [];
  if (!statsOf(folder)?.isDirectory()) return nearPaths(folder);
  return closest(basename(path), namesIn(folder)).map((name) => join(folder, name));
}

/** A folder that may not be looked into has nothing to suggest. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
}
