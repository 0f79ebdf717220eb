import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import { type ModuleRef, modulePath, packageName } from "./class-ref.ts";
import type { ModuleLoader } from "./module-loader.ts";
import { isPythonName, pythonClassError } from "./python-class.ts";

/** Who asks for an export. */
export interface ExportUse {
  /** The reference as written. */
  readonly cls: string;
  /** Folder where relative paths start. */
  readonly folder: string;
  /** The entry as `file:line`, or the argument; for messages. */
  readonly where: string;
  /** Names of the entries that use it; asked for when it cannot be had. */
  users(): readonly string[];
}

/**
 * What a file or an installed package exports under the name of a reference.
 *
 * @throws {ConfigError} when there is no such module or export, or loading it fails
 */
export async function loadExport(
  ref: ModuleRef,
  use: ExportUse,
  loader: ModuleLoader,
): Promise<unknown> {
  const path = await moduleFile(ref, use, loader);
  const exports = await loader.load(path);
  if (ref.name in exports) return exports[ref.name];

  const names = Object.keys(exports);
  throw new ConfigError(`"${path}" exports no "${ref.name}"`, {
    where: use.where,
    fix: didYouMean(ref.name, names) ?? `it exports ${names.join(", ") || "nothing"}`,
  });
}

/**
 * The file of a reference's module.
 *
 * @throws {ConfigError} when there is none
 */
export async function moduleFile(
  ref: ModuleRef,
  use: ExportUse,
  loader: ModuleLoader,
): Promise<string> {
  return ref.form === "file" ? filePath(ref, use) : packagePath(ref, use, loader);
}

function filePath({ module }: ModuleRef, { folder, where }: ExportUse): string {
  const path = modulePath(module, folder);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  const fix = nearFiles(path) ?? `check the path; it starts from "${folder}"`;
  throw new ConfigError(`there is no file "${path}"`, { where, fix });
}

function nearFiles(path: string): string | undefined {
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder "${folder}" either`;
  const files = readdirSync(folder);
  return didYouMean(basename(path), files);
}

async function packagePath(ref: ModuleRef, use: ExportUse, loader: ModuleLoader): Promise<string> {
  const path = await loader.find(ref.module, use.folder);
  if (path !== undefined) return path;
  if (isPythonName(ref.module)) throw pythonClassError(use);
  const isFile = existsSync(join(use.folder, ref.module));
  throw new ConfigError(`the package "${ref.module}" is not installed`, {
    where: use.where,
    fix: isFile ? `for the file, write "./${use.cls}"` : `npm install ${packageName(ref.module)}`,
  });
}
