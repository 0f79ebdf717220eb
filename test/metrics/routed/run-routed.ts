import type { Metric, MetricContext, MetricRow, Score } from "../../../src/core/metric.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { FlexevalExactMatch } from "../../../src/metrics/classes/flexeval-exact-match.ts";
import { OutputLengthStats } from "../../../src/metrics/classes/output-length-stats.ts";
import { Routed } from "../../../src/metrics/classes/routed.ts";
import { SubstringMatch } from "../../../src/metrics/classes/substring-match.ts";
import type { RoutedDetails } from "../../../src/metrics/routed/routed-summary.ts";
import {
  type MetricClass,
  makeMetric,
  metricContext,
  sampleContext,
} from "../../helpers/scoring.ts";
import { StaticMetric } from "./static-metric.ts";

const CLASSES: Readonly<Record<string, MetricClass>> = {
  ExactMatch: FlexevalExactMatch,
  OutputLengthStats,
  QueryRoutedMetric: Routed,
  StaticMetric,
  SubstringMatch,
};

/** A data row with the answer to it. */
export interface Instance {
  readonly lm_output: string;
  readonly references: readonly string[];
  readonly extra_info: Readonly<Record<string, unknown>>;
}

/** A routed metric whose inner metrics are known by their class. */
export function makeRouted(args: unknown, over: Partial<MetricContext> = {}): Routed {
  const inner: MetricContext["metric"] = async (asked) => makeInner(asked, contextOf);
  const contextOf = (name: string) => metricContext({ name, metric: inner, ...over });
  return new Routed(Routed.Args.parse(args), contextOf("QueryRoutedMetric"));
}

/** What a routed metric makes of instances: its summary, and each one's scores. */
export async function runRouted(
  metric: Routed,
  instances: readonly Instance[],
): Promise<{
  readonly summary: Readonly<Record<string, unknown>>;
  readonly scores: readonly Score[];
}> {
  const rows = instances.map(rowOf);
  await metric.prepare(listRows(rows, "rows.jsonl"));
  const scores: Score[] = [];
  for (const [index, { lm_output }] of instances.entries()) {
    const row = rows[index] as MetricRow; // one for each instance
    const ctx = { ...sampleContext(), sampleId: `demo.dev.${index}` };
    scores.push(await metric.score({ ...row, response: lm_output }, ctx));
  }
  return { summary: metric.summarize(scores), scores };
}

/** The record of an instance as flexeval writes it: scores, and what details tell in words. */
export function recordOf({ scores, details }: Score, prefix = ""): Record<string, unknown> {
  const { routes = [] } = (details ?? {}) as Partial<RoutedDetails>;
  const own = Object.entries(scores).map(([key, value]) => [prefix + key, value] as const);
  const words = Object.entries(details ?? {})
    .filter(([, value]) => typeof value === "string")
    .map(([key, value]) => [prefix + key, value] as const);
  const inner = routes.flatMap(({ route, metrics }) =>
    metrics.map((score) => recordOf(score, `${prefix}${route}/`)),
  );
  return Object.assign(Object.fromEntries([...own, ...words]), ...inner);
}

/** A summary without what stands beside each figure. */
export function plainFigures(summary: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const beside = /\.(stderr|ci95_low|ci95_high|count|missing|std)$/;
  return Object.fromEntries(Object.entries(summary).filter(([key]) => !beside.test(key)));
}

function rowOf({ references, extra_info }: Instance, index: number): MetricRow {
  return { references, extra_info, where: `rows.jsonl:${index + 1}` };
}

async function makeInner(
  asked: unknown,
  contextOf: (name: string) => MetricContext,
): Promise<Metric> {
  const { class: name, args = {} } = asked as { class: string; args?: object };
  const Class = CLASSES[name];
  if (!Class) throw new Error(`the tests have no metric "${name}"`);
  return makeMetric(Class, { args, context: contextOf(name) });
}
