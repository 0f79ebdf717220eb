import { createHash, type Hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataFile, RowSource } from "../core/row-source.ts";
import { type Bytes, fileBytes, PIECE } from "./bytes.ts";
import type { Format } from "./format.ts";
import { parseRow } from "./json-row.ts";
import { JsonlIndex } from "./jsonl-index.ts";
import { lineBlocks } from "./line-blocks.ts";
import type { Opening } from "./opening.ts";
import { SteadyFile } from "./steady-file.ts";

/** Rows whose number is known. */
export interface CountedRows extends RowSource<unknown> {
  readonly count: number;
}

/** How a JSON Lines file is spoken of; it may stand in for a file of another format. */
export interface JsonlNames {
  /** What messages and the log call it. */
  readonly name: string;
  /** SHA-256 of the file that the user knows, when it is not this one. */
  readonly sha256?: string;
  /** A line, from 1, as messages name it. */
  readonly where: Format["where"];
}

/**
 * The rows of a JSON Lines file. One pass finds where they begin; they are read when asked for.
 *
 * @throws {DataError} when the file cannot be read or is not UTF-8; bad JSON is found on reading
 */
export async function jsonlRows(
  path: string,
  names: JsonlNames,
  { signal }: Pick<Opening, "signal"> = {},
): Promise<CountedRows> {
  const file = new SteadyFile(path, names.name);
  const hash = createHash("sha256");
  const index = new JsonlIndex();
  const bytes = hashed(fileBytes(path, signal), hash);
  for await (const block of lineBlocks(bytes, names.name)) index.add(block);
  const sha256 = names.sha256 ?? hash.digest("hex");
  return new JsonlRows(file, index, { ...names, sha256 });
}

async function* hashed(bytes: Bytes, hash: Hash): Bytes {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

class JsonlRows implements CountedRows {
  readonly count: number;
  readonly files: readonly DataFile[];
  readonly #file: SteadyFile;
  readonly #index: JsonlIndex;
  readonly #name: string;
  readonly #where: Format["where"];

  constructor(file: SteadyFile, index: JsonlIndex, names: Required<JsonlNames>) {
    this.#file = file;
    this.#index = index;
    this.#name = names.name;
    this.#where = names.where;
    this.count = index.count;
    this.files = [{ path: names.name, sha256: names.sha256, rows: this.count }];
  }

  where(index: number): string {
    return this.#where(this.#name, this.#index.lineOf(index));
  }

  async read(index: number): Promise<unknown> {
    const text = this.#file.readText(this.#index.startOf(index), this.#index.endOf(index));
    return this.#parse(text, index);
  }

  async *rows(): AsyncGenerator<unknown> {
    let next = 0;
    while (next < this.count) {
      const first = next;
      next = this.#index.endOfRun(first, PIECE);
      const base = this.#index.startOf(first);
      this.#file.checkUnchanged();
      const bytes = this.#file.read(base, this.#index.endOf(next - 1));
      for (let index = first; index < next; index++) {
        const [start, end] = [this.#index.startOf(index) - base, this.#index.endOf(index) - base];
        yield this.#parse(bytes.toString("utf8", start, end), index);
      }
      await nextTurn();
    }
  }

  #parse(text: string, index: number): unknown {
    return parseRow(text, () => {
      this.#file.checkUnchanged(); // a row that was good once is bad because it moved
      return { name: this.#name, line: this.#index.lineOf(index) };
    });
  }
}
