import type { Event } from "../core/event.ts";
import { readEntries } from "./log-entries.ts";
import { indexLog, type LogIndex } from "./log-index.ts";
import { outcomeKey } from "./outcome-key.ts";
import type { Log } from "./read-log.ts";

/** What came of a sample, as a log has it. */
export interface LoggedOutcome {
  readonly sampleId: string;
  /** Which repeat, from 0; undefined when samples ran once. */
  readonly repeat: number | undefined;
  readonly events: readonly Event[];
}

/**
 * The outcomes of a log, each as soon as its last event is read. Where a log was continued, the last
 * outcome of a sample and repeat is the one that counts. Events of samples that ran at the same time
 * may be mixed, as openai/evals writes them. The log is read twice, unless its index is at hand; in
 * memory are the samples' ids and the events of samples that are not complete.
 */
export async function* readOutcomes(
  { path }: Pick<Log, "path">,
  known?: LogIndex,
): AsyncGenerator<LoggedOutcome> {
  const index = known ?? (await indexLog(path));
  const begun = new Map<string, Event[]>();
  for await (const entry of readEntries(path)) {
    if (entry.kind !== "event" || !index.counts(entry)) continue;
    const { sample_id, repeat } = entry.event;
    if (sample_id === null) continue;

    const key = outcomeKey(sample_id, repeat);
    const events = begun.get(key) ?? [];
    events.push(entry.event);
    begun.set(key, events);
    if (entry.end !== index.span(sample_id, repeat)?.end) continue;

    begun.delete(key);
    yield { sampleId: sample_id, repeat, events };
  }
}

/**
 * The events of a log that count, in the order of their lines: those of last outcomes, and those of
 * the run since it was last continued. The log is read twice.
 */
export async function* readCurrentEvents(path: string): AsyncGenerator<Event> {
  const index = await indexLog(path);
  for await (const entry of readEntries(path)) {
    if (entry.kind === "event" && index.counts(entry)) yield entry.event;
  }
}
