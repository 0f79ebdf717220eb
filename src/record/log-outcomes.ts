import type { Event } from "../core/event.ts";
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
 * may be mixed, as openai/evals writes them. The log is read twice; in memory are the samples' ids
 * and the events of samples that are not complete.
 */
export async function* readOutcomes(log: Log): AsyncGenerator<LoggedOutcome> {
  const spans = await findSpans(log);
  const begun = new Map<string, Event[]>();
  for await (const { key, event, place } of placed(log)) {
    const span = spans.get(key);
    if (!span || place < span.first) continue;

    const events = begun.get(key) ?? [];
    events.push(event);
    begun.set(key, events);
    if (place < span.last) continue;

    begun.delete(key);
    yield { sampleId: event.sample_id ?? "", repeat: event.repeat, events };
  }
}

/** From which event to which an outcome goes. */
interface Span {
  readonly first: number;
  last: number;
}

async function findSpans(log: Log): Promise<Map<string, Span>> {
  const spans = new Map<string, Span>();
  let continuedAt = 0;
  for await (const { key, event, place } of placed(log)) {
    if (event.type === "resumed") continuedAt = place;
    if (event.sample_id === null) continue;
    const span = spans.get(key);
    if (span && span.first >= continuedAt) span.last = place;
    else spans.set(key, { first: place, last: place });
  }
  return spans;
}

/** Events with their numbers and the keys of their samples; empty for those of the whole run. */
async function* placed(log: Log) {
  let place = 0;
  for await (const event of log.events()) {
    yield { key: outcomeKey(event.sample_id ?? "", event.repeat), event, place };
    place += 1;
  }
}
