import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { ConfigError, OaievalError } from "../core/errors.ts";
import type { Secrets } from "../core/secrets.ts";
import { makeFolder } from "../data/make-folder.ts";
import { jsonText } from "./json-text.ts";

/** How long written lines may wait before the disk has them for sure, in milliseconds. */
const SYNC_INTERVAL = 1000;

/** What a file must not hold, and whether it is there already. */
export interface JsonlFileOptions {
  readonly secrets?: Secrets | undefined;
  /** Size in bytes of a file that is added to. @default a new file, or one that is emptied */
  readonly size?: number | undefined;
}

/**
 * A file of JSON lines that only grows, by whole lines. What `append` was given survives the end of
 * the process at once, and a loss of power after a second.
 */
export class JsonlFile {
  readonly path: string;
  readonly #secrets: Secrets | undefined;
  readonly #fd: number;
  readonly #sizeAtStart: number;
  #size: number;
  #syncedAt = performance.now();

  /**
   * Creates the file and its folder, or opens it to add lines.
   *
   * @throws {ConfigError} when that is not possible, or a file that is added to has another size:
   *   somebody else writes it
   */
  constructor(path: string, { secrets, size }: JsonlFileOptions = {}) {
    this.path = path;
    this.#secrets = secrets;
    this.#fd = openForWriting(path, size);
    this.#size = size ?? 0;
    this.#sizeAtStart = this.#size;
  }

  /**
   * Adds each value as a line, all of them in one go.
   *
   * @throws {OaievalError} when the disk does not take them; the file still ends with a whole line
   */
  append(values: readonly object[]): void {
    const text = values.map((value) => `${jsonText(value)}\n`).join("");
    const bytes = Buffer.from(this.#secrets?.redact(text) ?? text);
    try {
      this.#write(bytes);
      if (performance.now() - this.#syncedAt >= SYNC_INTERVAL) this.#sync();
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  /** @throws {OaievalError} when the disk does not confirm what was written */
  close(): void {
    try {
      this.#sync();
    } catch (cause) {
      throw this.#failure(cause);
    } finally {
      closeSync(this.#fd);
    }
  }

  /** Closes the file and takes it away, or back to what was there before. */
  remove(): void {
    if (this.#sizeAtStart > 0) ftruncateSync(this.#fd, this.#sizeAtStart);
    closeSync(this.#fd);
    if (this.#sizeAtStart === 0) rmSync(this.path, { force: true });
  }

  #write(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written);
      }
    } catch (cause) {
      ftruncateSync(this.#fd, this.#size);
      throw cause;
    }
    this.#size += written;
  }

  #sync(): void {
    fdatasyncSync(this.#fd);
    this.#syncedAt = performance.now();
  }

  #failure(cause: unknown): OaievalError {
    return new OaievalError(`the log cannot be written any further: ${reason(cause)}`, {
      where: this.path,
      fix: "make room there, or name another place with --record_path",
      cause,
    });
  }
}

/** Two processes that write to the same end never overwrite each other. */
const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;

function openForWriting(path: string, size: number | undefined): number {
  const fd = openFile(path, size === undefined);
  const stats = fstatSync(fd);
  if (stats.isFile() && (size ?? stats.size) === stats.size) return fd;
  closeSync(fd);
  if (stats.isFile()) {
    throw new ConfigError("the log grows: another process writes it", {
      where: path,
      fix: "wait until that run has ended, or stop it",
    });
  }
  throw new ConfigError("the log can only be written to an ordinary file", {
    where: path,
    fix: "name another file with --record_path, or keep none with --dry-run",
  });
}

function openFile(path: string, isNew: boolean): number {
  try {
    if (!isNew) return openSync(path, O_WRONLY | O_APPEND);
    makeFolder(dirname(path));
    return openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o666);
  } catch (cause) {
    throw new ConfigError(`the log cannot be written: ${reason(cause)}`, {
      where: path,
      fix: "name another file with --record_path",
      cause,
    });
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
