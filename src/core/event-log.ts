import type { Event, MetricsData } from "./event.ts";

/** Whether one sample's answer was right. */
export interface MatchRecord {
  readonly sampleId: string;
  readonly correct: boolean;
  /** Of several answers the share that was right, 0 to 1. */
  readonly share?: number;
}

/** What was measured on one sample. */
export interface MetricsRecord {
  readonly sampleId: string;
  /** Texts of more than 256 characters are `…`; `events` has them whole. */
  readonly data: MetricsData;
}

/**
 * Recorded events, as a report asks for them. Failed samples are not among `matches` and
 * `metrics`: they count in no mean.
 */
export interface EventLog {
  readonly matches: readonly MatchRecord[];
  readonly metrics: readonly MetricsRecord[];
  /** Whole events of one type, read from the log again one by one. */
  events(type: string): AsyncIterable<Event>;
}

/** The numbers that `metrics` events hold under `key`; events without a finite one are left out. */
export function metricValues(log: EventLog, key: string): readonly number[] {
  return log.metrics.map(({ data }) => data[key]).filter(isFiniteNumber);
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
