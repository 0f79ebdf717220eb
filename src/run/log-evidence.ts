import type { MetricsData } from "../core/event.ts";
import type { MetricsRecord } from "../core/event-log.ts";
import type { Report } from "../core/report.ts";
import type { Recorder } from "../record/recorder.ts";
import type { GateExpression } from "./gate-expression.ts";
import { judgeGates } from "./gates.ts";
import { type Bound, type Evidence, worstSamples } from "./worst-samples.ts";

/**
 * What is known of single samples where `metrics` events are not kept in memory: of those in the log
 * the ones that pull a figure below its gate the most. The log is read only when a gate is not met.
 */
export async function logEvidence(
  gates: readonly GateExpression[],
  report: Report,
  recorder: Recorder,
): Promise<Evidence> {
  const { matches, errors } = recorder;
  const bounds = unmetBounds(gates, report);
  if (bounds.length === 0) return { matches, metrics: recorder.metrics, errors };
  let worst: readonly MetricsRecord[] = [];
  let pool: MetricsRecord[] = [];
  for await (const { sample_id, data } of recorder.events("metrics")) {
    if (sample_id === null) continue;
    pool.push({ sampleId: sample_id, data: data as MetricsData }); // by its type
    if (pool.length < POOL) continue;
    worst = theWorst([...worst, ...pool], bounds);
    pool = [];
  }
  return { matches, metrics: theWorst([...worst, ...pool], bounds), errors };
}

/** How many samples are looked at together. */
const POOL = 1000;

function unmetBounds(gates: readonly GateExpression[], report: Report): Bound[] {
  const results = judgeGates(gates, report);
  return gates.flatMap(({ operator }, place) => {
    const { metric = "", bound = 0, passed = true, value = null } = results[place] ?? {};
    return passed || value === null ? [] : [{ metric, operator, bound }];
  });
}

function theWorst(
  metrics: readonly MetricsRecord[],
  bounds: readonly Bound[],
): readonly MetricsRecord[] {
  const evidence = { matches: [], metrics, errors: [] };
  const ids = new Set(bounds.flatMap((bound) => worstSamples(bound, evidence)));
  return metrics.filter(({ sampleId }) => ids.has(sampleId));
}
