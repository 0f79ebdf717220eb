import type { Event } from "../core/event.ts";
import type { LogEntry } from "./log-entries.ts";
import { indexLog } from "./log-index.ts";
import { readOutcomes } from "./log-outcomes.ts";
import type { RecorderOptions } from "./recorder.ts";
import { Tally } from "./tally.ts";

/** What a log is read with: the same as the run that goes on with it. */
export type ProgressOptions = Pick<RecorderOptions, "secrets" | "repeats" | "clusterOf">;

/** How far the run of a log has come: what it takes to go on with it. */
export interface LogProgress {
  /** The results so far, and the tokens of all calls: of those too whose sample was done again. */
  readonly tally: Tally;
  /** Id of the next event. */
  readonly nextEventId: number;
  /** Of the last event; undefined when there is none. */
  readonly lastEventAt: string | undefined;
  /** The event that the log was last continued with. */
  readonly lastResumed: Event | undefined;
  /** Whether nothing stands behind the last report. */
  readonly isReported: boolean;
  /** Whether a sample and repeat has a result, not an error. */
  isDone(sampleId: string, repeat: number | undefined): boolean;
}

/**
 * Reads a log, twice; in memory are the ids of its samples and what its report is made of.
 *
 * @throws {DataError} when a line is broken
 */
export async function readProgress(
  path: string,
  { secrets, ...options }: ProgressOptions = {},
): Promise<LogProgress> {
  const tally = new Tally({ ...options, redact: (text) => secrets?.redact(text) ?? text });
  const ends = new LogEnds();
  const index = await indexLog(path, ({ entry }) => {
    ends.add(entry);
    if (entry.kind === "event") tally.addUsage([entry.event]);
  });
  for await (const outcome of readOutcomes({ path }, index)) {
    const { sampleId, repeat, events } = outcome;
    tally.addResult(repeat === undefined ? { sampleId, events } : { sampleId, repeat, events });
  }
  return {
    tally,
    nextEventId: ends.nextEventId,
    lastEventAt: ends.lastEventAt,
    lastResumed: ends.lastResumed,
    isReported: ends.isReported,
    isDone: (sampleId, repeat) =>
      index.span(sampleId, repeat) !== undefined &&
      !tally.hasFailed({ sample_id: sampleId, repeat }),
  };
}

/** What stands last in a log. */
class LogEnds {
  nextEventId = 0;
  lastEventAt: string | undefined;
  lastResumed: Event | undefined;
  isReported = false;

  add(entry: LogEntry): void {
    this.isReported = entry.kind === "report";
    if (entry.kind !== "event") return;
    const { event } = entry;
    this.nextEventId = Math.max(this.nextEventId, event.event_id + 1);
    this.lastEventAt = event.created_at;
    if (event.type === "resumed") this.lastResumed = event;
  }
}
