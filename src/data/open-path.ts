import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { unreadable } from "./bytes.ts";
import { concatRows } from "./concat-rows.ts";
import type { InputFile } from "./format.ts";
import { KNOWN_SUFFIXES, kindOf, knownKind } from "./formats.ts";
import { type CountedRows, jsonlRows } from "./jsonl-rows.ts";
import { refuseLfsPointer } from "./lfs-pointer.ts";
import { spooledRows } from "./spool.ts";

/**
 * The rows of a file.
 *
 * @param cache folder for the rows of files that are not plain JSON Lines
 */
export async function openFile(file: InputFile, cache: string): Promise<CountedRows> {
  refuseLfsPointer(file);
  const kind = kindOf(file.name);
  if (kind.decompress || kind.format.rows) return spooledRows(file, kind, cache);
  return jsonlRows(file.path, { name: file.name, where: kind.format.where });
}

/** The rows of several files, one after the other. */
export async function openFiles(paths: readonly string[], cache: string): Promise<CountedRows> {
  const sources: CountedRows[] = [];
  for (const path of paths) sources.push(await openFile({ path, name: path }, cache));
  return concatRows(sources);
}

/**
 * The rows of all files in a folder and its folders whose names end like data, sorted by name.
 * Hidden files are left out.
 *
 * @throws {DataError} when there is none
 */
export async function openFolder(folder: string, cache: string): Promise<CountedRows> {
  const paths = await dataFilesIn(folder);
  if (paths.length > 0) return openFiles(paths, cache);
  throw new DataError(`the folder "${folder}" holds no data`, {
    where: folder,
    fix: `its files end in ${KNOWN_SUFFIXES}`,
  });
}

async function dataFilesIn(folder: string): Promise<string[]> {
  const names = await guarded(folder, () => readdir(folder, { recursive: true }));
  const paths: string[] = [];
  for (const name of names.filter(isVisibleData).sort()) {
    const path = join(folder, name);
    if ((await guarded(path, () => stat(path))).isFile()) paths.push(path);
  }
  return paths;
}

async function guarded<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function isVisibleData(name: string): boolean {
  return knownKind(name) !== undefined && !name.split(/[\\/]/).some((part) => part.startsWith("."));
}
