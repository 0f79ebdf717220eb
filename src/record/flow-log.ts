import type { ErrorData, Event } from "../core/event.ts";
import { errorParts } from "./error-parts.ts";
import { indexLog } from "./log-index.ts";
import { type LoggedOutcome, readCurrentEvents, readOutcomes } from "./log-outcomes.ts";
import { OutcomeReader } from "./outcome-reader.ts";
import type { Log } from "./read-log.ts";
import type { Fields } from "./subject-answers.ts";

/** One line of a flow's run, as a person wants to see it. */
export interface LoggedLine {
  readonly sampleId: string;
  readonly number: number;
  /** Null where the log does not tell: the line's time was up. */
  readonly inputs: Fields | null;
  /** Null of a line that failed. */
  readonly outputs: Fields | null;
  readonly error: Pick<ErrorData, "type" | "message"> | null;
}

/** Whether a log is of a flow's run. */
export function isFlowLog({ spec }: Pick<Log, "spec">): boolean {
  return /^(builtin:)?flow$/.test(spec.run_config.eval_spec.cls);
}

/** What aggregation nodes have logged, by name in the order of the alphabet. */
export async function flowMetrics({ path }: Pick<Log, "path">): Promise<Record<string, unknown>> {
  const metrics: [string, unknown][] = [];
  for await (const { type, data } of readCurrentEvents(path)) {
    if (type === "metric") metrics.push([String(Object(data).name), Object(data).value]);
  }
  return Object.fromEntries(metrics.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lines of a flow's run, in the order of their numbers; in memory are their ids. */
export async function* readFlowLines(log: Pick<Log, "path">): AsyncGenerator<LoggedLine> {
  const ids: Pick<LoggedOutcome, "sampleId" | "repeat">[] = [];
  const index = await indexLog(log.path);
  for await (const { sampleId, repeat } of readOutcomes(log, index)) ids.push({ sampleId, repeat });
  ids.sort((a, b) => numberOf(a.sampleId) - numberOf(b.sampleId));
  const reader = await OutcomeReader.open(log.path, index);
  try {
    for (const { sampleId, repeat } of ids) {
      yield toLine(sampleId, await reader.read(sampleId, repeat));
    }
  } finally {
    await reader.close();
  }
}

/** What the lines that succeeded gave out, as lines of JSON that a later run may take. */
export async function* flowOutputsJsonl(log: Pick<Log, "path">): AsyncGenerator<string> {
  for await (const { number, outputs } of readFlowLines(log)) {
    if (outputs) yield `${JSON.stringify({ line_number: number, ...outputs })}\n`;
  }
}

function toLine(sampleId: string, events: readonly Event[]): LoggedLine {
  const line = Object(events.findLast(({ type }) => type === "flow_line")?.data);
  const failure = events.find(({ type }) => type === "error");
  return {
    sampleId,
    number: numberOf(sampleId),
    inputs: line.inputs ?? null,
    outputs: failure ? null : (line.outputs ?? null),
    error: failure ? errorParts(failure.data) : null,
  };
}

function numberOf(sampleId: string): number {
  return Number(sampleId.slice(sampleId.lastIndexOf(".") + 1));
}
