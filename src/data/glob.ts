import { ConfigError } from "../core/errors.ts";
import type { DataPlaces } from "./find-data.ts";

/** Whether a path holds wildcards. */
export function isGlob(reference: string): boolean {
  return /[*?{}[\]]/.test(reference);
}

/**
 * The files that a glob matches, sorted: in the working directory, or else in the first data folder
 * with a match.
 *
 * @throws {ConfigError} when nothing matches
 */
export async function findMatches(pattern: string, places: DataPlaces): Promise<string[]> {
  const { default: glob } = await import("fast-glob");
  const folders = [places.cwd, ...places.folders];
  for (const cwd of folders) {
    const paths = await glob(pattern, { cwd, absolute: true, suppressErrors: true });
    if (paths.length > 0) return paths.sort();
  }
  throw new ConfigError(`no file matches "${pattern}"`, {
    where: folders.join(", "),
    fix: "check the pattern, and that the shell does not expand it: put it in quotes",
  });
}
