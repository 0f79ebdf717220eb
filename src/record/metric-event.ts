import type { EventDraft, MetricsData } from "../core/event.ts";
import type { Score } from "../core/metric.ts";

/** What one metric says of one answer; in a log its scores stand beside the other fields. */
export interface MetricResult extends Score {
  readonly metric: string;
  /** `missing` when nothing is defined, `failed` when the metric threw. */
  readonly status: "scored" | "missing" | "failed";
}

/** A metric's result with the verdicts that it was made of. */
export interface LoggedMetricResult extends MetricResult {
  /** Data of the `sampling` events of its judge. */
  readonly judgeCalls: readonly Readonly<Record<string, unknown>>[];
}

/** Names that such events have for other things than scores. */
export const RESERVED_KEYS: readonly string[] = ["metric", "status", "reason", "details"];

/** A result as the data of its event. */
export function toMetricEvent({ metric, status, scores, ...rest }: MetricResult): MetricsData {
  return { metric, status, ...scores, ...rest };
}

/** The result that an event holds; undefined for `metrics` events of other evals. */
export function fromMetricEvent(data: MetricsData): MetricResult | undefined {
  const { metric, status, reason, details } = data;
  if (typeof metric !== "string" || !isStatus(status)) return undefined;
  return {
    metric,
    status,
    scores: scoresIn(data),
    ...(typeof reason === "string" ? { reason } : {}),
    ...(isFields(details) ? { details } : {}),
  };
}

/** What an event measured, without what tells whose it is. */
export function scoresIn(data: MetricsData): Score["scores"] {
  const isOfMetric = typeof data["metric"] === "string" && isStatus(data["status"]);
  const entries = Object.entries(data);
  const scores = isOfMetric ? entries.filter(([key]) => !RESERVED_KEYS.includes(key)) : entries;
  return Object.fromEntries(scores) as Score["scores"]; // as they were recorded
}

/** The results of a sample; calls of a judge belong to the result that comes next. */
export function metricResults(events: readonly EventDraft[]): LoggedMetricResult[] {
  const results: LoggedMetricResult[] = [];
  let judgeCalls: Readonly<Record<string, unknown>>[] = [];
  for (const { type, data } of events) {
    if (!isFields(data)) continue;
    if (type === "sampling" && data["purpose"] === "judge") judgeCalls.push(data);
    const result = type === "metrics" ? fromMetricEvent(data) : undefined;
    if (!result) continue;
    results.push({ ...result, judgeCalls });
    judgeCalls = [];
  }
  return results;
}

function isStatus(value: unknown): value is MetricResult["status"] {
  return value === "scored" || value === "missing" || value === "failed";
}

function isFields(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
