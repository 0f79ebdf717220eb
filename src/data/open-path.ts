import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DataError } from "../core/errors.ts";
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
  const names = (await readdir(folder, { recursive: true })).filter(isVisibleData).sort();
  const paths: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) paths.push(path);
  }
  if (paths.length > 0) return openFiles(paths, cache);
  throw new DataError(`the folder "${folder}" holds no data`, {
    where: folder,
    fix: `its files end in ${KNOWN_SUFFIXES}`,
  });
}

function isVisibleData(name: string): boolean {
  return knownKind(name) !== undefined && !name.split(/[\\/]/).some((part) => part.startsWith("."));
}
