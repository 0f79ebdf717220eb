import { type FileHandle, open } from "node:fs/promises";
import type { Event } from "../core/event.ts";
import { toEntry } from "./log-entries.ts";
import { indexLog, type LogIndex } from "./log-index.ts";
import { outcomeKey } from "./outcome-key.ts";

const NEWLINE = 10;

/** Reads outcomes of a log one by one, in any order; in memory is where each of them is. */
export class OutcomeReader {
  readonly #file: FileHandle;
  readonly #index: LogIndex;

  private constructor(file: FileHandle, index: LogIndex) {
    this.#file = file;
    this.#index = index;
  }

  /**
   * @param known the index of the log, where it is at hand
   * @throws {ConfigError} when the file cannot be read
   * @throws {DataError} when a line is broken
   */
  static async open(path: string, known?: LogIndex): Promise<OutcomeReader> {
    const index = known ?? (await indexLog(path));
    return new OutcomeReader(await open(path), index);
  }

  /** The events of a sample and repeat, of the last outcome where it was done again; empty when there is none. */
  async read(sampleId: string, repeat: number | undefined): Promise<readonly Event[]> {
    const span = this.#index.span(sampleId, repeat);
    if (!span) return [];
    const bytes = Buffer.alloc(span.end - span.start);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, span.start);
    const key = outcomeKey(sampleId, repeat);
    return linesIn(bytes.subarray(0, bytesRead)).flatMap((line) => {
      const entry = toEntry({ bytes: line });
      if (entry.kind !== "event" || entry.event.sample_id === null) return [];
      return outcomeKey(entry.event.sample_id, entry.event.repeat) === key ? [entry.event] : [];
    });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function linesIn(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}
