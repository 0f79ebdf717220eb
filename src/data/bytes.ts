import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { untilAborted } from "../core/abortable.ts";
import { DataError } from "../core/errors.ts";

/** Bytes that come a piece at a time. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Size of the pieces that files are read in. */
export const PIECE = 2 ** 20;

/** The bytes of a file, until the signal aborts. */
export async function* fileBytes(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  signal?.throwIfAborted(); // before the file is open
  try {
    yield* untilAborted(createReadStream(path, { highWaterMark: PIECE }), signal);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** SHA-256 of a file's bytes, hexadecimal. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of fileBytes(path, signal)) hash.update(piece);
  return hash.digest("hex");
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ELOOP: "it is a symbolic link that leads to itself",
  EMFILE: "too many files are open",
  ENOENT: "it is not there, or a link that leads nowhere",
  ENOTDIR: "a part of its path is not a folder",
  EPERM: "permission denied",
};

/** The error for a file that the system does not let us read; what is no system error stays. */
export function unreadable(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return new DataError(`"${path}" cannot be read: ${REASONS[error.code] ?? error.message}`, {
    where: path,
    fix: "check the path and the rights of the file",
    cause: error,
  });
}

/** Whether an error comes from the operating system, with its code. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "syscall" in error && "code" in error;
}
