import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isSystemError } from "./bytes.ts";

/**
 * Creates a folder and those that it lies in, where they are missing.
 *
 * Node's `recursive` never comes to its end where a file system answers "no such file" to who
 * wants to create one, as Linux's `/proc` does.
 *
 * @throws the system's error when it cannot be created
 */
export function makeFolder(path: string, { mode = 0o777 } = {}): void {
  const failure = attempt(path, mode);
  if (failure === undefined) return;
  const parent = dirname(path);
  if (failure.code !== "ENOENT" || parent === path) throw failure;
  makeFolder(parent, { mode });
  const second = attempt(path, mode);
  if (second !== undefined) throw second;
}

function attempt(path: string, mode: number): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode });
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return isFolder(path) ? undefined : error;
  }
}

/** Also when it is only known to be there: a disk that is read-only says so before anything else. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
