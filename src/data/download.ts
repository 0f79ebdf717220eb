import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { isSystemError, sha256Of } from "./bytes.ts";
import { fetchBytes } from "./fetch-bytes.ts";
import type { InputFile } from "./format.ts";
import { type CachedFile, writeWhole } from "./whole-file.ts";

/** Where fetched files are kept. */
export interface DownloadOptions {
  readonly folder: string;
  /** Whether a file that was fetched before is used again. */
  readonly useCache: boolean;
  /** Ends the download, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches a file once. It is kept with its SHA-256, noted as `sha256sum` does, and checked whenever
 * it is used again.
 *
 * @throws {ConfigError} when the address does not answer with a file
 * @throws {DataError} when the kept file is no longer what was fetched
 */
export async function download(url: URL, options: DownloadOptions): Promise<InputFile> {
  const { folder, useCache, signal } = options;
  const name = `${url.origin}${url.pathname}`;
  const note = `${createHash("sha256").update(url.href).digest("hex")}.sha256`;
  const kept = useCache ? await keptFile(folder, note) : undefined;
  if (kept) {
    await verify(kept, name, signal);
    return { path: kept.path, name };
  }

  const nameOf = (sha256: string) => fileName(sha256, url);
  const { path, sha256 } = await writeWhole(folder, fetchBytes(url, signal), nameOf);
  await writeWhole(folder, [Buffer.from(`${sha256}  ${nameOf(sha256)}\n`)], () => note);
  return { path, name };
}

/** Ends as the address does, for the end tells the format. */
function fileName(sha256: string, { pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  return `${sha256.slice(0, 16)}-${last.replace(/[^\w.-]/g, "_").slice(-80)}`;
}

async function keptFile(folder: string, note: string): Promise<CachedFile | undefined> {
  try {
    const [sha256 = "", file = ""] = (await readFile(join(folder, note), "utf8"))
      .trim()
      .split("  ");
    const path = join(folder, file);
    return existsSync(path) ? { path, sha256 } : undefined;
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function verify(
  { path, sha256 }: CachedFile,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((await sha256Of(path, signal)) === sha256) return;
  throw new DataError(`the kept copy of ${name} was changed: its SHA-256 is not ${sha256}`, {
    where: path,
    fix: "delete it, and it is fetched again",
  });
}
