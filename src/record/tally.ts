import type { Event, EventDraft, MetricsData } from "../core/event.ts";
import type { MatchRecord, MetricsRecord } from "../core/event-log.ts";
import type { Outcome } from "../core/sample.ts";
import { cleanData } from "./clean-data.ts";
import { errorParts } from "./error-parts.ts";
import { outcomeKey } from "./outcome-key.ts";
import { UsageTotals } from "./usage.ts";

/** More errors than this nobody reads one by one. */
const ERRORS_KEPT = 1000;

/** What a judge wrote may be long, and of a million verdicts only the figures fit into memory. */
const LONGEST_TEXT = 256;

/** Why a sample has no result. */
export interface SampleError {
  readonly sampleId: string;
  /** Class of the error. */
  readonly type: string;
  readonly message: string;
}

/** Keeps of the samples what reports are made of, and nothing else. */
export class Tally {
  readonly matches: MatchRecord[] = [];
  readonly metrics: MetricsRecord[] = [];
  readonly usage = new UsageTotals();
  /** The first thousand; `failed` counts them all. */
  readonly errors: SampleError[] = [];
  readonly #failed = new Set<string>();
  readonly #redact: (text: string) => string;
  #total = 0;

  /** @param redact takes secrets out of messages */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Samples so far; a repeat counts as one. */
  get total(): number {
    return this.#total;
  }

  /** Samples with an `error` event. */
  get failed(): number {
    return this.#failed.size;
  }

  add(outcome: Outcome): void {
    this.#total += 1;
    this.addUsage(outcome.events);
    const errors = outcome.events.filter(({ type }) => type === "error");
    if (errors.length === 0) this.#addResults(outcome);
    else this.#addErrors(outcome, errors);
  }

  addUsage(events: readonly EventDraft[]): void {
    for (const { type, data } of events) if (type === "sampling") this.usage.add(data);
  }

  /** Whether the sample of this event has an error. */
  hasFailed({ sample_id, repeat }: Event): boolean {
    return sample_id !== null && this.#failed.has(outcomeKey(sample_id, repeat));
  }

  #addResults({ sampleId, events }: Outcome): void {
    for (const { type, data } of events) {
      if (!isObject(data)) continue;
      if (type === "match") this.matches.push({ sampleId, ...correctness(data) });
      if (type === "metrics") this.metrics.push({ sampleId, data: withoutLongTexts(data) });
    }
  }

  #addErrors({ sampleId, repeat }: Outcome, events: readonly EventDraft[]): void {
    this.#failed.add(outcomeKey(sampleId, repeat));
    const room = ERRORS_KEPT - this.errors.length;
    for (const { data } of events.slice(0, room)) {
      const { type, message } = errorParts(data);
      this.errors.push({ sampleId, type, message: this.#redact(message) });
    }
  }
}

function correctness({
  correct,
  correct_share: share,
}: MetricsData): Omit<MatchRecord, "sampleId"> {
  return { correct: correct === true, ...(typeof share === "number" ? { share } : {}) };
}

function withoutLongTexts(data: MetricsData): MetricsData {
  const mapText = (text: string) => (text.length > LONGEST_TEXT ? "…" : text);
  return cleanData(data, { mapText }) as MetricsData; // it stays an object
}

function isObject(data: unknown): data is MetricsData {
  return typeof data === "object" && data !== null;
}
