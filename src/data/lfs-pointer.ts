import { closeSync, openSync, readSync } from "node:fs";
import { DataError } from "../core/errors.ts";
import { unreadable } from "./bytes.ts";
import type { InputFile } from "./format.ts";

const OPENING = "version https://git-lfs.github.com/spec/";

/**
 * Refuses a pointer that Git LFS leaves where a file was not fetched.
 *
 * @throws {DataError}
 */
export function refuseLfsPointer({ path, name }: InputFile): void {
  if (opening(path) !== OPENING) return;
  throw new DataError(`"${name}" is a Git LFS pointer, not the data itself`, {
    where: name,
    fix: "in the repository that it comes from, run: git lfs pull",
  });
}

function opening(path: string): string {
  try {
    const bytes = Buffer.alloc(OPENING.length);
    const file = openSync(path, "r");
    try {
      return bytes.toString("latin1", 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}
