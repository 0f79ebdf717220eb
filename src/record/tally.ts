import type { Event, EventDraft, MetricsData } from "../core/event.ts";
import type { MatchRecord, MetricsRecord, SampleRecord } from "../core/event-log.ts";
import type { Outcome } from "../core/sample.ts";
import { cleanData } from "./clean-data.ts";
import { errorParts } from "./error-parts.ts";
import { MatchColumns } from "./match-columns.ts";
import { NoAnswers } from "./no-answers.ts";
import { outcomeKey } from "./outcome-key.ts";
import type { SampleResults } from "./reduce-repeats.ts";
import { RepeatedSamples, type Repeats } from "./repeated-samples.ts";
import { UsageTotals } from "./usage.ts";

/** More errors than these nobody reads one by one. */
const SAMPLES_WITH_ERRORS = 1000;
const ERRORS_OF_A_SAMPLE = 10;

/** What a judge wrote may be long, and of a million verdicts only the figures fit into memory. */
const LONGEST_TEXT = 256;

/** Why a sample has no result. */
export interface SampleError {
  readonly sampleId: string;
  /** Class of the error. */
  readonly type: string;
  readonly message: string;
}

/** Whose event it is. */
interface SampleOfEvent extends Pick<Event, "sample_id"> {
  readonly repeat?: number | undefined;
}

/** What a tally goes by. */
export interface TallyOptions {
  /** Takes secrets out of messages. */
  redact(text: string): string;
  /** How results of repeats become one; without it each outcome is a sample. */
  readonly repeats?: Repeats | undefined;
  /** The group of samples that a sample belongs to. */
  readonly clusterOf?: ((sampleId: string) => number | undefined) | undefined;
  /** Keep what `metrics` events hold; the report may read them from the log again. @default true */
  readonly keepsMetrics?: boolean | undefined;
}

/** Keeps of the samples what reports are made of, and nothing else. */
export class Tally {
  readonly metrics: MetricsRecord[] = [];
  readonly usage = new UsageTotals();
  readonly noAnswers = new NoAnswers();
  readonly #matches = new MatchColumns();
  readonly #errors = new Map<string, readonly SampleError[]>();
  readonly #failed = new Set<string>();
  readonly #options: TallyOptions;
  readonly #repeated: RepeatedSamples | undefined;
  #outcomes = 0;

  constructor(options: TallyOptions) {
    this.#options = options;
    this.#repeated = options.repeats && new RepeatedSamples(options.repeats);
  }

  get matches(): readonly MatchRecord[] {
    return this.#matches.records;
  }

  /** Samples so far; of those that run several times the ones that are complete or have failed. */
  get total(): number {
    return this.#repeated?.total ?? this.#outcomes;
  }

  /** Samples with an `error` event. */
  get failed(): number {
    return this.#repeated?.failed ?? this.#failed.size;
  }

  /** Outcomes without an error; of a sample that runs several times each repeat is one. */
  get judged(): number {
    return this.#outcomes - this.#failed.size;
  }

  /** Of the thousand samples that failed first; `failed` counts them all. */
  get errors(): readonly SampleError[] {
    return [...this.#errors.values()].flat();
  }

  add(outcome: Outcome): void {
    this.addUsage(outcome.events);
    this.addResult(outcome);
  }

  /** Adds what came of a sample, or of one that had failed and was done again. */
  addResult(outcome: Outcome): void {
    const { sampleId, repeat, events } = outcome;
    const key = outcomeKey(sampleId, repeat);
    this.#errors.delete(key);
    if (!this.#failed.delete(key)) this.#outcomes += 1;

    const errors = events.filter(({ type }) => type === "error");
    if (errors.length > 0) this.#addErrors(key, sampleId, errors);
    const results = errors.length > 0 ? undefined : this.#resultsOf(outcome);
    const whole = this.#repeated ? this.#repeated.add(outcome, results) : results;
    if (!whole) return;
    for (const match of whole.matches) this.#matches.add(match);
    if (this.#options.keepsMetrics ?? true) this.metrics.push(...whole.metrics);
  }

  addUsage(events: readonly EventDraft[]): void {
    for (const { type, data } of events) {
      if (type === "sampling" || type === "embedding") this.usage.add(data);
      if (type === "sampling") this.noAnswers.add(data);
    }
  }

  /** Whether the sample of this event has an error. */
  hasFailed({ sample_id, repeat }: SampleOfEvent): boolean {
    return sample_id !== null && this.#failed.has(outcomeKey(sample_id, repeat));
  }

  #resultsOf({ sampleId, events }: Outcome): SampleResults {
    const cluster = this.#options.clusterOf?.(sampleId);
    const sample: SampleRecord = cluster === undefined ? { sampleId } : { sampleId, cluster };
    const dataOf = (wanted: string) =>
      events
        .filter(({ type }) => type === wanted)
        .flatMap(({ data }) => (isObject(data) ? [data] : []));
    return {
      matches: dataOf("match").map((data) => ({ ...sample, ...correctness(data) })),
      metrics: dataOf("metrics").map((data) => ({ ...sample, data: withoutLongTexts(data) })),
    };
  }

  #addErrors(key: string, sampleId: string, events: readonly EventDraft[]): void {
    this.#failed.add(key);
    if (this.#errors.size >= SAMPLES_WITH_ERRORS) return;
    const errors = events.slice(0, ERRORS_OF_A_SAMPLE).map(({ data }) => {
      const { type, message } = errorParts(data);
      return { sampleId, type, message: this.#options.redact(message) };
    });
    this.#errors.set(key, errors);
  }
}

function correctness({
  correct,
  correct_share: share,
}: MetricsData): Omit<MatchRecord, keyof SampleRecord> {
  return { correct: correct === true, ...(typeof share === "number" ? { share } : {}) };
}

function withoutLongTexts(data: MetricsData): MetricsData {
  const mapText = (text: string) => (text.length > LONGEST_TEXT ? "…" : text);
  return cleanData(data, { mapText }) as MetricsData; // it stays an object
}

function isObject(data: unknown): data is MetricsData {
  return typeof data === "object" && data !== null;
}
