import { DataError } from "../core/errors.ts";
import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { RunSpec } from "../core/spec.ts";
import { type Line, readLines } from "./log-lines.ts";
import { currentReport, currentSpec } from "./old-logs.ts";
import { parseLine } from "./parse-line.ts";

/** What a line of a log holds; of a `broken` one nothing is known but why. */
export type LogEntry =
  | { readonly kind: "spec"; readonly spec: RunSpec }
  | { readonly kind: "event"; readonly event: Event }
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "broken"; readonly cause: unknown };

/** An entry and its place in the file, in bytes. */
export interface PlacedEntry extends Pick<Line, "start" | "end"> {
  readonly entry: LogEntry;
}

/**
 * The entries of a log in the order of its lines. A broken last line is left out: it is what a
 * killed process leaves.
 *
 * @throws {DataError} when a line before the last is broken
 */
export async function* readEntries(path: string): AsyncGenerator<PlacedEntry> {
  let broken: { readonly number: number; readonly cause: unknown } | undefined;
  for await (const line of readLines(path)) {
    if (broken) throw brokenLine(path, broken);
    const entry = toEntry(line);
    if (entry.kind === "broken") broken = { number: line.number, cause: entry.cause };
    else yield { entry, start: line.start, end: line.end };
  }
}

/** What the line holds, in any of the forms that openai/evals has written over time. */
export function toEntry({ bytes }: Pick<Line, "bytes">): LogEntry {
  try {
    return entryOf(parseLine(bytes.toString()));
  } catch (cause) {
    return { kind: "broken", cause };
  }
}

function entryOf(value: unknown): LogEntry {
  if (typeof value !== "object" || value === null) throw new SyntaxError("it is no JSON object");
  if ("type" in value && typeof value.type === "string") {
    // What else an event holds was checked by who wrote it.
    const event = "sample_id" in value ? value : { ...value, sample_id: null };
    return { kind: "event", event: event as unknown as Event };
  }
  if ("final_report" in value && isObject(value.final_report)) {
    return { kind: "report", report: currentReport(value.final_report) };
  }
  if ("spec" in value && isObject(value.spec)) {
    return { kind: "spec", spec: currentSpec(value.spec) };
  }
  throw new SyntaxError("it is neither a spec nor an event nor a report");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function brokenLine(
  path: string,
  { number, cause }: { number: number; cause: unknown },
): DataError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DataError(`a line of the log is broken: ${reason}`, {
    where: `${path}:${number}`,
    fix: "mend or delete the line",
    cause,
  });
}
