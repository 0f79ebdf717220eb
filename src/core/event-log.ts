import type { Event, MetricsData } from "./event.ts";

/** Whether one sample's answer was right. */
export interface MatchRecord extends SampleRecord {
  /** Of several answers whether most were right. */
  readonly correct: boolean;
  /** Of several answers the share that was right, 0 to 1. */
  readonly share?: number;
}

/** What was measured on one sample. */
export interface MetricsRecord extends SampleRecord {
  /** Texts of more than 256 characters are `…`; `events` has them whole. */
  readonly data: MetricsData;
}

/** What is kept of a sample. */
export interface SampleRecord {
  readonly sampleId: string;
  /** The group of samples that it belongs to, where samples of a group are not independent. */
  readonly cluster?: number;
}

/** A value of one sample, as a mean takes it; a share of true answers is a number. */
export interface Observation {
  readonly value: number | boolean;
  readonly cluster?: number | undefined;
}

/**
 * Recorded events, as a report asks for them. Failed samples are not among `matches` and
 * `metrics`: they count in no mean. Of a sample that ran several times they have one record, made
 * of those of its repeats; `events` has every repeat.
 */
export interface EventLog {
  readonly matches: readonly MatchRecord[];
  readonly metrics: readonly MetricsRecord[];
  /** Whole events of one type, read from the log again one by one. */
  events(type: string): AsyncIterable<Event>;
}

/** The numbers that `metrics` events hold under `key`; events without a finite one are left out. */
export function metricValues(log: EventLog, key: string): readonly number[] {
  return metricObservations(log, key)
    .map(({ value }) => value)
    .filter((value) => typeof value === "number");
}

/** Whether a judge's verdict on a sample could not be read; of several verdicts the share. */
export function invalidity({ data: { invalid } }: MetricsRecord): number | boolean {
  return typeof invalid === "number" ? invalid : invalid === true;
}

/** The finite numbers, and what is true or false, under `key` in `metrics` events. */
export function metricObservations(log: EventLog, key: string): readonly Observation[] {
  return log.metrics.flatMap(({ data: { [key]: value }, cluster }) =>
    isMeasured(value) ? [{ value, cluster }] : [],
  );
}

function isMeasured(value: unknown): value is number | boolean {
  return typeof value === "boolean" || Number.isFinite(value);
}
