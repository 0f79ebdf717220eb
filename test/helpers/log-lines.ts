import { readFileSync } from "node:fs";
import type { Event } from "../../src/core/event.ts";
import type { Report } from "../../src/core/report.ts";
import type { RunSpec } from "../../src/core/spec.ts";

/** A log as its lines say, without the program's own reader. */
export interface LogLines {
  readonly spec: RunSpec;
  readonly events: readonly Event[];
  /** Undefined when the run did not end. */
  readonly report: Report | undefined;
}

/** Reads a log; every line of it must be strict JSON. */
export function logLines(path: string): LogLines {
  const lines: readonly Line[] = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first?.spec) throw new Error("Expected the spec in the first line");
  return {
    spec: first.spec,
    events: lines.filter((line) => line.type !== undefined) as Event[],
    report: last?.final_report,
  };
}

type Line = Partial<Event> & { readonly spec?: RunSpec; readonly final_report?: Report };
