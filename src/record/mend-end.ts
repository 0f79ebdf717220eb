import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { ConfigError } from "../core/errors.ts";
import { type LogEntry, toEntry } from "./log-entries.ts";
import { type Line, readLines } from "./log-lines.ts";
import { outcomeKey } from "./outcome-key.ts";
import type { Log } from "./read-log.ts";

/**
 * Cuts off what a killed process left at the end of a log, so that lines can be added: a line that
 * is not whole, and the rest of the outcome that it belongs to.
 *
 * @returns the size of the file in bytes
 * @throws {ConfigError} when the file may not be changed
 */
export async function mendEnd({ path, torn }: Pick<Log, "path" | "torn">): Promise<number> {
  const { size } = statSync(path);
  if (!torn && hasLastNewline(path, size)) return size;
  const end = await wholeEnd(path, size);
  const fd = openForChange(path);
  try {
    ftruncateSync(fd, end.size);
    return end.hasNewline ? end.size : end.size + writeSync(fd, "\n", end.size);
  } finally {
    closeSync(fd);
  }
}

const NEWLINE = 10;
/** How each line of an event begins, with the id of its sample. */
const EVENT_HEAD = /^\{"run_id":"[^"]*","event_id":\d+,"sample_id":(null|"(?:[^"\\]|\\.)*")/;
const REPORT_HEAD = '{"final_report":';

/** The end of the last line that can stay. */
interface WholeEnd {
  readonly size: number;
  readonly hasNewline: boolean;
}

async function wholeEnd(path: string, size: number): Promise<WholeEnd> {
  let outcome: OutcomeStart | undefined;
  for await (const line of readLines(path)) {
    const entry = toEntry(line);
    if (entry.kind === "broken") return { size: cutBefore(line, outcome), hasNewline: true };
    outcome = outcomeAt(entry, line, outcome);
  }
  // The last line lacks only its newline; of an outcome there may have been more lines.
  return outcome ? { size: outcome.start, hasNewline: true } : { size, hasNewline: false };
}

/** Where an outcome begins whose lines may go on. */
interface OutcomeStart {
  readonly key: string;
  readonly sampleId: string;
  readonly start: number;
}

function outcomeAt(
  entry: LogEntry,
  { start }: Line,
  open: OutcomeStart | undefined,
): OutcomeStart | undefined {
  if (entry.kind !== "event" || entry.event.sample_id === null) return undefined;
  const { sample_id: sampleId, repeat } = entry.event;
  const key = outcomeKey(sampleId, repeat);
  return open?.key === key ? open : { key, sampleId, start };
}

/** The outcome before a broken line is whole only when the line is of something else. */
function cutBefore({ bytes, start }: Line, outcome: OutcomeStart | undefined): number {
  if (!outcome) return start;
  const text = bytes.toString();
  const [, sampleId] = EVENT_HEAD.exec(text) ?? [];
  const isOther = sampleId !== undefined && JSON.parse(sampleId) !== outcome.sampleId;
  return isOther || text.startsWith(REPORT_HEAD) ? start : outcome.start;
}

function openForChange(path: string): number {
  try {
    return openSync(path, "r+");
  } catch (cause) {
    throw new ConfigError(`the log cannot be added to: ${String(cause)}`, {
      where: path,
      fix: "make the file writable, or copy it to where it is",
      cause,
    });
  }
}

function hasLastNewline(path: string, size: number): boolean {
  const fd = openSync(path, "r");
  try {
    const byte = Buffer.alloc(1);
    readSync(fd, byte, 0, 1, Math.max(0, size - 1));
    return byte[0] === NEWLINE;
  } finally {
    closeSync(fd);
  }
}
