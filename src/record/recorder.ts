import type { Event, EventDraft } from "../core/event.ts";
import type { EventLog, MatchRecord, MetricsRecord } from "../core/event-log.ts";
import type { Report } from "../core/report.ts";
import type { Outcome } from "../core/sample.ts";
import type { Secrets } from "../core/secrets.ts";
import type { RunSpec } from "../core/spec.ts";
import { type Cleaning, cleanData } from "./clean-data.ts";
import { EventCopy } from "./event-copy.ts";
import type { NoAnswers } from "./no-answers.ts";
import type { EventSink } from "./sink.ts";
import { type SampleError, Tally, type TallyOptions } from "./tally.ts";
import { eventTimestamp } from "./timestamp.ts";
import type { UsageTotals } from "./usage.ts";

/** What a recorder writes into events, and where they go. */
export interface RecorderOptions
  extends Pick<TallyOptions, "repeats" | "clusterOf" | "keepsMetrics"> {
  readonly runId: string;
  readonly createdBy: string;
  readonly sink: EventSink;
  /** Taken out of every event. */
  readonly secrets?: Secrets | undefined;
  /** Fields that are left out of the data of events, at any depth. */
  readonly hiddenFields?: readonly string[] | undefined;
  /** Id of the first event, for a log that is continued. @default 0 */
  readonly firstEventId?: number | undefined;
  /** What a log that is continued holds so far. @default nothing */
  readonly tally?: Tally | undefined;
  /** The time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** How many samples were recorded, and how many of them have an error. */
export interface RecordedSamples {
  readonly total: number;
  readonly errors: number;
  /** Outcomes without an error; of a sample that runs several times each repeat is one. */
  readonly judged: number;
}

/**
 * Gives what happened to samples its place in the log, hands it to the sink, and keeps what reports
 * need. Means are over the samples without an error.
 */
export class Recorder implements EventLog {
  readonly #sink: EventSink;
  /** Only for a sink that cannot read back. */
  readonly #copy: EventCopy | undefined;
  readonly #common: { readonly run_id: string; readonly created_by: string };
  readonly #hidden: ReadonlySet<string>;
  readonly #redact: Cleaning["mapText"];
  readonly #now: () => number;
  readonly #tally: Tally;
  #nextEventId: number;
  #time = { at: Number.NaN, text: "" };

  constructor({ runId, createdBy, sink, secrets, ...options }: RecorderOptions) {
    this.#sink = sink;
    this.#copy = sink.events ? undefined : new EventCopy();
    this.#common = { run_id: runId, created_by: createdBy };
    this.#hidden = new Set(options.hiddenFields);
    this.#redact = (text) => secrets?.redact(text) ?? text;
    this.#now = options.now ?? Date.now;
    this.#tally = options.tally ?? new Tally({ ...options, redact: this.#redact });
    this.#nextEventId = options.firstEventId ?? 0;
  }

  get matches(): readonly MatchRecord[] {
    return this.#tally.matches;
  }

  get metrics(): readonly MetricsRecord[] {
    return this.#tally.metrics;
  }

  /** Samples with all their repeats; without `repeats` each outcome counts as a sample. */
  get samples(): RecordedSamples {
    const { total, failed: errors, judged } = this.#tally;
    return { total, errors, judged };
  }

  /** What went wrong with the thousand samples that failed first; `samples` counts them all. */
  get errors(): readonly SampleError[] {
    return this.#tally.errors;
  }

  get usage(): UsageTotals {
    return this.#tally.usage;
  }

  get noAnswers(): NoAnswers {
    return this.#tally.noAnswers;
  }

  /** Begins the log. */
  async open(spec: RunSpec): Promise<void> {
    await this.#sink.open(this.#withoutSecrets(spec));
  }

  /** Records what came of a sample; done when the sink has it. */
  async record(outcome: Outcome): Promise<void> {
    await this.#write(outcome.events, outcome);
    this.#tally.add(outcome);
  }

  /** Records what belongs to no sample, such as the calls of an aggregation. */
  async recordForRun(events: readonly EventDraft[]): Promise<void> {
    await this.#write(events, { sampleId: null });
    this.#tally.addUsage(events);
  }

  /**
   * Whole events of one type as they are in the log. Of failed samples no `match` and no `metrics`
   * are among them: they count in no mean.
   */
  async *events(type: string): AsyncGenerator<Event> {
    const counts = type === "match" || type === "metrics";
    for await (const event of this.#copy?.events() ?? this.#sink.events?.() ?? []) {
      if (event.type === type && !(counts && this.#tally.hasFailed(event))) yield event;
    }
  }

  /** Ends the log with the report. */
  async close(report: Report): Promise<void> {
    try {
      await this.#sink.close(this.#withoutSecrets(report));
    } finally {
      this.#copy?.remove();
    }
  }

  /** Takes back what `open` began, when nothing was judged. */
  async abandon(): Promise<void> {
    this.#copy?.remove();
    await this.#sink.abandon?.();
  }

  async #write(drafts: readonly EventDraft[], of: EventOwner): Promise<void> {
    if (drafts.length === 0) return;
    const events = this.#stamp(drafts, of);
    this.#copy?.add(events);
    await this.#sink.write(events);
  }

  #stamp(drafts: readonly EventDraft[], { sampleId, repeat }: EventOwner): Event[] {
    const { run_id, created_by } = this.#common;
    const created_at = this.#timestamp();
    const cleaning = { hiddenFields: this.#hidden, mapText: this.#redact };
    return drafts.map(({ type, data }) => {
      const event: Event = {
        run_id,
        event_id: this.#nextEventId++,
        sample_id: sampleId,
        type,
        data: cleanData(data, cleaning) ?? null,
        created_by,
        created_at,
      };
      return repeat === undefined ? event : { ...event, repeat };
    });
  }

  /** Formatted once a millisecond. */
  #timestamp(): string {
    const time = this.#now();
    if (time !== this.#time.at) this.#time = { at: time, text: eventTimestamp(time) };
    return this.#time.text;
  }

  #withoutSecrets<T extends object>(value: T): T {
    return cleanData(value, { mapText: this.#redact }) as T; // only texts in it change
  }
}

interface EventOwner {
  readonly sampleId: string | null;
  readonly repeat?: number;
}
