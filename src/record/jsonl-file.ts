import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { ConfigError, OaievalError } from "../core/errors.ts";
import type { Secrets } from "../core/secrets.ts";
import { jsonText } from "./json-text.ts";

/** How long written lines may wait before the disk has them for sure, in milliseconds. */
const SYNC_INTERVAL = 1000;

/**
 * A file of JSON lines that only grows, by whole lines. What `append` was given survives the end of
 * the process at once, and a loss of power after a second.
 */
export class JsonlFile {
  readonly path: string;
  readonly #secrets: Secrets | undefined;
  readonly #fd: number;
  #size = 0;
  #syncedAt = performance.now();

  /**
   * Creates the file and its folder; a file that is there is emptied.
   *
   * @throws {ConfigError} when that is not possible
   */
  constructor(path: string, secrets?: Secrets) {
    this.path = path;
    this.#secrets = secrets;
    this.#fd = openForWriting(path);
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

  /** Closes the file and takes it away. */
  remove(): void {
    closeSync(this.#fd);
    rmSync(this.path, { force: true });
  }

  #write(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) {
        const rest = bytes.length - written;
        written += writeSync(this.#fd, bytes, written, rest, this.#size + written);
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

function openForWriting(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const fd = openSync(path, "w");
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
  } catch (cause) {
    throw new ConfigError(`the log cannot be written: ${reason(cause)}`, {
      where: path,
      fix: "name another file with --record_path",
      cause,
    });
  }
  throw new ConfigError("the log can only be written to an ordinary file", {
    where: path,
    fix: "name another file with --record_path, or keep none with --dry-run",
  });
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
