import { ConfigError, OaievalError } from "../core/errors.ts";
import type { ErrorData } from "../core/event.ts";
import type { RowSource } from "../core/row-source.ts";
import type { RunningSummary } from "../core/running-summary.ts";
import type { Job, Outcome } from "../core/sample.ts";
import type { RunSpec } from "../core/spec.ts";
import { planJobs } from "./jobs.ts";
import type { RunSettings } from "./options.ts";
import { isFailed } from "./progress-counter.ts";

/** Rows that come one by one, nobody knows how many. */
export interface Stream<T = unknown> extends RowSource<T> {
  arrivals(signal: AbortSignal): AsyncIterable<number>;
}

/** Whether rows come one by one; a row that is wrong is then an error of its own. */
export function isStream<T>(rows: RowSource<T>): rows is Stream<T> {
  return rows.count === null && rows.arrivals !== undefined;
}

/**
 * Looks at settings that need to know all rows before the first is judged.
 *
 * @throws {ConfigError} when there is one
 */
export function refuseForStream({ clusterBy, shuffleSeed }: RunSettings): void {
  const flag = clusterBy === undefined ? "--shuffle-seed" : "--cluster-by";
  if (clusterBy === undefined && shuffleSeed === undefined) return;
  throw new ConfigError(`${flag} needs all rows at once, and those of a stream come one by one`, {
    fix: `leave out ${flag}, or name a file`,
  });
}

/** @throws {ConfigError} when rows come as a stream: what has come does not come again */
export function refuseResumedStream(rows: RowSource<unknown>, where?: string): void {
  if (!isStream(rows)) return;
  throw new ConfigError("a stream cannot be resumed", {
    where,
    fix: "run the eval anew over what comes, or over a file: --extra-eval-params samples_jsonl=FILE",
  });
}

/** Which samples a stream becomes. */
export interface StreamPlan {
  readonly spec: Pick<RunSpec, "base_eval" | "split">;
  readonly repeats: number;
  readonly maxSamples?: number | undefined;
  /** Is told the number of each row. */
  arrived(index: number): void;
}

/** A job for each row as it comes, also for one that cannot be read. Ends when `stop` aborts. */
export async function* streamJobs(
  rows: Stream,
  { spec, repeats, maxSamples = Number.POSITIVE_INFINITY, arrived }: StreamPlan,
  stop: AbortSignal,
): AsyncGenerator<Job> {
  let left = maxSamples;
  if (left < 1) return;
  for await (const index of rows.arrivals(stop)) {
    arrived(index);
    const read = await readRow(rows, index);
    for (const { index: _, ...job } of planJobs([index], spec, repeats)) yield { ...job, ...read };
    left -= 1;
    if (left < 1) return;
  }
}

async function readRow(rows: Stream, index: number): Promise<Pick<Job, "sample" | "fault">> {
  try {
    return { sample: await rows.read(index) };
  } catch (error) {
    if (!(error instanceof OaievalError)) throw error;
    return { sample: null, fault: faultOf(error, rows.where(index)) };
  }
}

/** With its line: nobody can look for the row in a file. */
function faultOf({ name, message, where, fix }: OaievalError, row: string): ErrorData {
  const place = where?.startsWith(row) ? where : row;
  return { type: name, message: `${place}: ${message}${fix === undefined ? "" : ` (${fix})`}` };
}

/** What was measured so far. */
export class RunningFigures {
  readonly #summary: RunningSummary;
  #rows = 0;
  #errors = 0;

  constructor(summary: RunningSummary) {
    this.#summary = summary;
  }

  get rows(): number {
    return this.#rows;
  }

  get errors(): number {
    return this.#errors;
  }

  add(outcome: Outcome): void {
    this.#rows += 1;
    if (isFailed(outcome)) this.#errors += 1;
    else this.#summary.add(outcome.events);
  }

  /** Nothing where figures contradict each other: the report at the end says why. */
  report(): ReturnType<RunningSummary["report"]> {
    try {
      return this.#summary.report();
    } catch (error) {
      if (error instanceof ConfigError) return {};
      throw error;
    }
  }
}
