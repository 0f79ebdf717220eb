import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { isSystemError } from "./bytes.ts";
import { makeFolder } from "./make-folder.ts";

/** A file of the cache. */
export interface CachedFile {
  readonly path: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Writes a file of the cache: under a temporary name until it is whole, so that no other process
 * meets half of it.
 *
 * @param folder made when it is missing, for this user alone
 * @param nameOf names the file by the SHA-256 of its content
 */
export async function writeWhole(
  folder: string,
  bytes: Pieces,
  nameOf: (sha256: string) => string,
): Promise<CachedFile> {
  const temporary = join(folder, `.${randomUUID()}.part`);
  try {
    makeFolder(folder, { mode: 0o700 });
    const sha256 = await writeNew(temporary, bytes);
    const path = join(folder, nameOf(sha256));
    await rename(temporary, path);
    return { path, sha256 };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw isSystemError(error) ? unwritable(folder, error) : error;
  }
}

async function writeNew(path: string, bytes: Pieces): Promise<string> {
  const file = await open(path, "wx", 0o600);
  try {
    const sha256 = await writeAll(file, bytes);
    await file.utimes(SAME_TIME, SAME_TIME);
    return sha256;
  } finally {
    await file.close();
  }
}

/** Two processes that write the same content write the same file: neither sees a change. */
const SAME_TIME = 0;

async function writeAll(file: FileHandle, bytes: Pieces): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) {
    hash.update(piece);
    await file.writeFile(piece);
  }
  return hash.digest("hex");
}

function unwritable(folder: string, error: Error): ConfigError {
  return new ConfigError(`the cache folder "${folder}" cannot be written: ${error.message}`, {
    where: folder,
    fix: "check its rights and the space on the disk",
    cause: error,
  });
}
