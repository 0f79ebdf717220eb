import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { DataError } from "../core/errors.ts";
import { unreadable } from "./bytes.ts";

/** Nobody says when the last row was read, so a file is closed when nothing refers to it. */
const forgotten = new FinalizationRegistry<number>(closeSync);

/** How often the file is looked at, in milliseconds: each look is a call of the system. */
const LOOK_EVERY = 100;

/** Most rows are not longer, in bytes. */
const ROW = 2 ** 14;

/** A file that must stay as it is while a run reads from it. */
export class SteadyFile {
  readonly #name: string;
  readonly #file: number;
  readonly #before: Stats;
  /** Taken again for each row: what is not given back to the system at once adds up. */
  readonly #row = Buffer.allocUnsafeSlow(ROW);
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param name what messages call the file */
  constructor(path: string, name: string) {
    this.#name = name;
    this.#file = this.#guard(() => openSync(path, "r"));
    forgotten.register(this, this.#file);
    this.#before = this.#guard(() => fstatSync(this.#file));
  }

  /**
   * The bytes from `start` up to `end`.
   *
   * @throws {DataError} when the file was changed
   */
  read(start: number, end: number): Buffer {
    return this.#readInto(Buffer.allocUnsafe(end - start), start);
  }

  /** As `read`, the text of a row. */
  readText(start: number, end: number): string {
    const length = end - start;
    const bytes = length > this.#row.length ? Buffer.allocUnsafe(length) : this.#row;
    return this.#readInto(bytes.subarray(0, length), start).toString();
  }

  #readInto(bytes: Buffer, start: number): Buffer {
    if (performance.now() - this.#lookedAt >= LOOK_EVERY) this.checkUnchanged();
    this.#guard(() => readFully(this.#file, bytes, start));
    return bytes;
  }

  /** @throws {DataError} when the file is not as it was */
  checkUnchanged(): void {
    const { size, mtimeMs } = this.#guard(() => fstatSync(this.#file));
    this.#lookedAt = performance.now();
    if (size === this.#before.size && mtimeMs === this.#before.mtimeMs) return;
    throw new DataError(`"${this.#name}" was changed while it was being read`, {
      where: this.#name,
      fix: "start again, and leave the file alone until the run has ended",
    });
  }

  #guard<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw unreadable(this.#name, error);
    }
  }
}

/** One call may bring less than was asked for. */
function readFully(file: number, bytes: Buffer, start: number): void {
  let done = 0;
  while (done < bytes.length) {
    const read = readSync(file, bytes, done, bytes.length - done, start + done);
    if (read === 0) break;
    done += read;
  }
}
