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
  for await (const { event, isLast } of countingEvents(path, index)) {
    const { sample_id: sampleId, repeat } = event;
    if (sampleId === null) continue;

    const key = outcomeKey(sampleId, repeat);
    const events = begun.get(key) ?? [];
    events.push(event);
    begun.set(key, events);
    if (!isLast) continue;

    begun.delete(key);
    yield { sampleId, repeat, events };
  }
}

/**
 * The events of a log that count, in the order of their lines: those of last outcomes, and those of
 * the run since it was last continued. The log is read twice.
 */
export async function* readCurrentEvents(path: string): AsyncGenerator<Event> {
  for await (const { event } of countingEvents(path, await indexLog(path))) yield event;
}

/** An event that counts, and whether it is the last one of its outcome. */
interface CountingEvent {
  readonly event: Event;
  readonly isLast: boolean;
}

async function* countingEvents(path: string, index: LogIndex): AsyncGenerator<CountingEvent> {
  for await (const { entry, start, end } of readEntries(path)) {
    if (entry.kind !== "event") continue;
    const { event } = entry;
    if (start < index.countsFrom(event)) continue;
    yield { event, isLast: end === index.span(event.sample_id ?? "", event.repeat)?.end };
  }
}
