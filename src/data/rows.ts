import { join } from "node:path";
import { ConfigError } from "../core/errors.ts";
import type { RowSource } from "../core/row-source.ts";
import {
  candidatePaths,
  type DataPlaces,
  type FoundData,
  firstThere,
  missingData,
} from "./find-data.ts";
import type { CountedRows } from "./jsonl-rows.ts";
import { openFile, openFiles, openFolder } from "./open-path.ts";
import type { Opening } from "./opening.ts";
import { type InputStream, STANDARD_INPUT, StreamRows } from "./stream-rows.ts";

/** Where data is found and kept. */
export interface DataOptions extends DataPlaces {
  /** Folder for fetched files (`data/`) and converted rows (`rows/`). */
  readonly cacheDir: string;
  /** Whether a file that was fetched before is used again. */
  readonly useCache: boolean;
  /** Ends the opening, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** What `-` stands for; absent where there is nothing to read. */
  readonly input?: InputStream | undefined;
  /** Loads what a module exports, by `module:export`; a file comes with its full path. */
  loadExport(reference: string): Promise<unknown>;
}

/**
 * Opens a data set: a file, a folder, a glob, `module:export`, an `https://` address,
 * `hf://HOST?name=N&split=S`, or `-` for rows that come by standard input. A path starts at the working directory or else at one of the data
 * folders, and what is there by that very name comes before a glob.
 *
 * @throws {ConfigError} when there is no such data
 * @throws {DataError} when it cannot be read
 */
export async function openRows(
  reference: string,
  options: DataOptions,
): Promise<RowSource<unknown>> {
  if (reference === STANDARD_INPUT) return new StreamRows(options.input);
  if (reference === "") throw new ConfigError("the path of the data is empty");
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(reference) ?? [];
  if (scheme) return openUrl(reference, options);
  const paths = candidatePaths(reference, options);
  const found = firstThere(paths);
  if (found) return openFound(found, options);
  const [, module, name] = CODE.exec(reference) ?? [];
  if (module && name) return openExport({ reference, module, name }, options);
  const { findMatches, isGlob } = await import("./glob.ts");
  if (!isGlob(reference)) throw missingData(reference, paths);
  return openFiles(await findMatches(reference, options), openingOf(options));
}

function openingOf({ cacheDir, signal }: DataOptions): Opening {
  return { cache: join(cacheDir, "rows"), signal };
}

const CODE_FILE = /\.[cm]?[jt]sx?$/;
/** A file of code or a package, then an identifier. */
const CODE = /^(.+\.[cm]?[jt]sx?|(?:@|npm:).+):([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u;

async function openUrl(reference: string, options: DataOptions): Promise<CountedRows> {
  const url = parseUrl(reference);
  if (url.protocol === "hf:") {
    const { findHfData } = await import("./hf-data.ts");
    const path = findHfData(url, options.folders);
    return openFile({ path, name: path }, openingOf(options));
  }
  if (url.protocol === "https:" || url.protocol === "http:") {
    const { download } = await import("./download.ts");
    const { cacheDir, useCache, signal } = options;
    const file = await download(url, { folder: join(cacheDir, "data"), useCache, signal });
    return openFile(file, openingOf(options));
  }
  throw new ConfigError(`data cannot be read from ${url.protocol}//`, {
    where: reference,
    fix: "name a path, an https:// address or hf://HOST?split=S; fetch anything else first",
  });
}

function parseUrl(reference: string): URL {
  if (URL.canParse(reference)) return new URL(reference);
  throw new ConfigError(`"${reference}" is no valid address`, {
    fix: "check it, or name a path",
  });
}

async function openFound(
  { path, isFolder }: FoundData,
  options: DataOptions,
): Promise<CountedRows> {
  if (isFolder) return openFolder(path, openingOf(options));
  if (!CODE_FILE.test(path)) return openFile({ path, name: path }, openingOf(options));
  throw new ConfigError(`"${path}" is code, and it is not said which export gives the rows`, {
    where: path,
    fix: `name it: ${path}:rows`,
  });
}

interface CodeReference {
  readonly reference: string;
  readonly module: string;
  readonly name: string;
}

async function openExport(
  { reference, module, name }: CodeReference,
  options: DataOptions,
): Promise<CountedRows> {
  const file = CODE_FILE.test(module) ? findModule(module, options) : module;
  const exported = await options.loadExport(`${file}:${name}`);
  const { generatedRows } = await import("./generated-rows.ts");
  return generatedRows(reference, exported, openingOf(options));
}

function findModule(module: string, options: DataOptions): string {
  const paths = candidatePaths(module, options);
  const found = firstThere(paths);
  if (!found) throw missingData(module, paths);
  return found.path;
}
