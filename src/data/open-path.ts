import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { unreadable } from "./bytes.ts";
import { concatRows } from "./concat-rows.ts";
import type { InputFile } from "./format.ts";
import { KNOWN_SUFFIXES, kindOf, knownKind } from "./formats.ts";
import { type CountedRows, jsonlRows } from "./jsonl-rows.ts";
import { refuseLfsPointer } from "./lfs-pointer.ts";
import type { Opening } from "./opening.ts";
import { spooledRows } from "./spool.ts";

/** The rows of a file. */
export async function openFile(file: InputFile, opening: Opening): Promise<CountedRows> {
  refuseLfsPointer(file);
  const kind = kindOf(file.name);
  if (kind.decompress || kind.format.rows) return spooledRows(file, kind, opening);
  return jsonlRows(file.path, { name: file.name, where: kind.format.where }, opening);
}

/** The rows of several files, one after the other. */
export async function openFiles(paths: readonly string[], opening: Opening): Promise<CountedRows> {
  const sources: CountedRows[] = [];
  for (const path of paths) sources.push(await openFile({ path, name: path }, opening));
  return concatRows(sources);
}

/**
 * The rows of all files in a folder and its folders whose names end like data, sorted by name.
 * Hidden files are left out.
 *
 * @throws {DataError} when there is none
 */
export async function openFolder(folder: string, opening: Opening): Promise<CountedRows> {
  const paths = await dataFilesIn(folder);
  if (paths.length > 0) return openFiles(paths, opening);
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
