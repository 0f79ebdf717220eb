import type { Report } from "../../core/report.ts";
import type { AggregationData, AggregationResult } from "../../flow/aggregate.ts";
import type { FlowSpec } from "../../flow/spec.ts";

/**
 * The figures of a flow: its metrics by name, which of them have no value, and how many of its
 * aggregation nodes failed, each of which is told.
 */
export function flowReport(
  { metrics, missing, failed, events }: AggregationResult,
  { aggregationNodes }: FlowSpec,
  warn: (message: string) => void,
): Report {
  for (const { type, data } of events) {
    if (type === "aggregation") warnOfFailure(data as AggregationData, warn); // by its type
  }
  for (const { name } of metrics) {
    if (RESERVED.test(name))
      warn(`the metric "${name}" is not in the report: it has another figure of this name`);
  }
  return {
    ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
    ...(missing.length > 0 ? { missing_metrics: missing } : {}),
    "aggregation/nodes": aggregationNodes.length,
    "aggregation/failed": failed.length,
  };
}

/** What a report has of every run. */
const RESERVED = /^(samples|run|aggregation|nodes)\/|^usage_|^(cost_usd|missing_metrics)$/;

function warnOfFailure(
  { node, status, error }: AggregationData,
  warn: (message: string) => void,
): void {
  if (status !== "failed") return;
  warn(`the aggregation node "${node}" failed: ${error?.message ?? "it does not say why"}`);
}
