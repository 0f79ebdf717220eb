import { DataError } from "../core/errors.ts";
import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { RunSpec } from "../core/spec.ts";
import { readEntries, toEntry } from "./log-entries.ts";
import { type Line, readLines } from "./log-lines.ts";

/** A log file of this program or of openai/evals. */
export interface Log {
  readonly path: string;
  readonly spec: RunSpec;
  /** The last one in the file; null when the run did not come to its end. */
  readonly report: Report | null;
  /** Whether the last line was cut short: the run was killed while it wrote. */
  readonly torn: boolean;
  /** All events in the order of their lines, read anew each time, whatever the file's size. */
  events(): AsyncIterable<Event>;
}

/**
 * Opens a log. The spec is its first line; the report may stand anywhere behind it.
 *
 * @throws {ConfigError} when the file cannot be read
 * @throws {DataError} when it is no log
 */
export async function readLog(path: string): Promise<Log> {
  let spec: RunSpec | undefined;
  let report: Report | null = null;
  let last: Line | undefined;
  for await (const line of readLines(path)) {
    spec ??= specOf(line, path);
    report = reportOf(line) ?? report;
    last = line;
  }
  if (!spec || !last) throw noLog("it is empty", path);
  const torn = toEntry(last).kind === "broken";
  return { path, spec, report, torn, events: () => readEvents(path) };
}

/**
 * The spec of a log: its first line alone is read.
 *
 * @throws {ConfigError} when the file cannot be read
 * @throws {DataError} when it is no log
 */
export async function readSpec(path: string): Promise<RunSpec> {
  for await (const line of readLines(path)) return specOf(line, path);
  throw noLog("it is empty", path);
}

/**
 * Whether a file is the log of a run, as its first line tells.
 *
 * @throws {ConfigError} when it cannot be read
 */
export async function isLog(path: string): Promise<boolean> {
  for await (const line of readLines(path)) return line.bytes.toString().startsWith(SPEC_HEAD);
  return false;
}

/**
 * The events of a log, one by one.
 *
 * @throws {DataError} when a line before the last is broken
 */
export async function* readEvents(path: string): AsyncGenerator<Event> {
  for await (const { entry } of readEntries(path)) {
    if (entry.kind === "event") yield entry.event;
  }
}

function specOf(line: Line, path: string): RunSpec {
  const entry = toEntry(line);
  if (entry.kind === "spec") return entry.spec;
  if (entry.kind !== "broken" || !line.bytes.toString().startsWith(SPEC_HEAD)) {
    throw noLog("its first line is no spec", path);
  }
  throw new DataError("the log ends in its first line: nothing was judged yet", {
    where: path,
    fix: "run the eval anew",
  });
}

const SPEC_HEAD = '{"spec":';

/** Only lines that can hold a report are decoded, so that opening a large log is quick. */
function reportOf(line: Line): Report | undefined {
  if (!line.bytes.includes('"final_report"')) return undefined;
  const entry = toEntry(line);
  return entry.kind === "report" ? entry.report : undefined;
}

function noLog(reason: string, path: string): DataError {
  return new DataError(`this is not the log of a run: ${reason}`, {
    where: path,
    fix: "name the log file that the run told at its end",
  });
}
