import { type Dirent, existsSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { cacheFolder } from "../data/cache-folder.ts";

/** A folder of files that are kept to save time or money. */
export interface CacheFolder {
  /** `answers` of models, `data` that was fetched, `rows` that were converted. */
  readonly name: "answers" | "data" | "rows";
  readonly path: string;
}

/** How much is in such a folder. */
export interface CacheContent extends CacheFolder {
  readonly files: number;
  readonly bytes: number;
}

/** Where answers of models are kept, unless the user names another folder. */
export function answersFolder(): string {
  return join(cacheFolder(), "answers");
}

/** Every folder there may be. */
export function cacheFolders(answers = answersFolder()): readonly CacheFolder[] {
  return [
    { name: "answers", path: answers },
    { name: "data", path: join(cacheFolder(), "data") },
    { name: "rows", path: join(cacheFolder(), "rows") },
  ];
}

/**
 * Counts the files that the program keeps in a folder.
 *
 * @throws {ConfigError} when the folder cannot be read
 */
export function contentOf(folder: CacheFolder): CacheContent {
  const sizes = filesOf(folder).map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  return { ...folder, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * Deletes the files that the program keeps in a folder, and no others.
 *
 * @returns what was there
 * @throws {ConfigError} when they cannot be deleted
 */
export function clearFolder(folder: CacheFolder): CacheContent {
  const content = contentOf(folder);
  try {
    for (const path of filesOf(folder)) rmSync(path, { force: true });
  } catch (cause) {
    throw unusable(folder, cause);
  }
  removeEmpty(folder.path);
  return content;
}

/** Answers lie in folders by the first two characters of their names. */
const SHARD = /^[\da-f]{2}$/;
const ANSWER = /^(?:[\da-f]{64}-\d+\.json|\.[\da-f-]+\.part)$/;

function filesOf(folder: CacheFolder): string[] {
  const { name, path } = folder;
  if (!existsSync(path)) return [];
  try {
    if (name !== "answers") return filesIn(path, () => true);
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && SHARD.test(entry.name))
      .flatMap((shard) => filesIn(join(path, shard.name), (file) => ANSWER.test(file.name)));
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

function filesIn(path: string, isWanted: (file: Dirent) => boolean): string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isWanted(entry))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** A folder with something else in it stays; a link is not followed. */
function removeEmpty(path: string): void {
  if (!existsSync(path)) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(path, entry.name));
  }
  if (readdirSync(path).length === 0) rmdirSync(path);
}

function unusable({ path }: CacheFolder, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ConfigError(`the cache folder "${path}" cannot be used: ${reason}`, {
    where: path,
    fix: "check its rights",
    cause,
  });
}
