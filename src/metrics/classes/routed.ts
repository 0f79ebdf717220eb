import type { SampleContext } from "../../core/eval.ts";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import type {
  Metric,
  MetricContext,
  MetricField,
  MetricNeed,
  MetricRow,
  Score,
  ScoreInput,
} from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import { type InnerMetric, refuseLackingRow, scoreByInner } from "../routed/inner-score.ts";
import { inRow, type Route, readRoutes } from "../routed/route.ts";
import { RoutedArgs } from "../routed/route-args.ts";
import {
  type MetricRoute,
  type RouteDetails,
  type RoutedDetails,
  RoutedSummary,
} from "../routed/routed-summary.ts";
import { refuseUnmatched, routeRows, type Selection, selectRoutes } from "../routed/select-rows.ts";
import { subsetRows } from "../routed/subset-rows.ts";
import { refuseGroupNames, refuseSameMetrics } from "../routed/sure-collisions.ts";
import { UniqueKeys } from "../routed/unique-keys.ts";
import { SummedMetric } from "../summed-metric.ts";

/** Scores each answer by the metrics of the routes that take its row. */
export class Routed extends SummedMetric<RoutedArgs> {
  static override readonly Args = RoutedArgs;
  readonly #routes: readonly Route[];
  #metricRoutes: readonly MetricRoute[] = [];

  /** @throws {ConfigError} for queries, patterns and names that cannot be used */
  constructor(args: RoutedArgs, context: MetricContext) {
    super(args, context);
    this.#routes = readRoutes(args, {
      owner: context.name,
      where: context.where,
      warn: (text) => context.warn(text),
    });
  }

  /** Each route's rows are looked at for what its own metrics need. */
  override get fields(): readonly MetricField[] {
    return [];
  }

  /** Known once it is prepared. */
  override get needs(): readonly MetricNeed[] {
    return [...new Set(this.#allMetrics().flatMap((metric) => metric.needs))];
  }

  override get signature(): string | undefined {
    const signed = this.#allMetrics().flatMap(({ context, signature }) =>
      signature === undefined ? [] : [`${context.name}:${signature}`],
    );
    return signed.length === 0 ? undefined : [...new Set(signed)].join(" ");
  }

  /**
   * Makes the inner metrics and tries all routes on all rows, before a judge is paid.
   *
   * @throws {ConfigError} or {DataError}
   */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    this.#metricRoutes = await this.#makeMetrics();
    if (rows === null) {
      for (const metric of this.#allMetrics()) await metric.prepare(null);
      return;
    }
    const { byRoute, labels, count } = await routeRows(this.#routes, rows, {
      on_unmatched: this.args.on_unmatched,
      check: (row, place) => refuseLacking(this.#metricRoutes[place], row),
    });
    refuseGroupNames(this.args.routes, labels);
    for (const [place, route] of this.#metricRoutes.entries()) {
      const subset = subsetRows(rows, byRoute[place] ?? []);
      if (subset.count === 0) this.#tellEmpty(route, count);
      else for (const { metric } of route.metrics) await metric.prepare(subset);
    }
  }

  override async score(input: ScoreInput, ctx: SampleContext): Promise<Score> {
    const selected = selectRoutes(this.#routes, input);
    if (selected.length === 0 && this.args.on_unmatched === "error") throw refuseUnmatched(input);
    const routes: RouteDetails[] = [];
    for (const selection of selected) routes.push(await this.#scoreRoute(selection, input, ctx));
    const details = { ...placeOf(ctx.sampleId), routes } satisfies RoutedDetails;
    return { scores: prefixed(routes), details, ...failures(routes) };
  }

  override summary(): ScoreSummary {
    return new RoutedSummary(this.#metricRoutes);
  }

  async #makeMetrics(): Promise<MetricRoute[]> {
    const made: MetricRoute[] = [];
    for (const route of this.args.routes) {
      refuseSameMetrics(route);
      const metrics: InnerMetric[] = [];
      for (const one of route.metrics) {
        const metric = await this.context.metric(one);
        metrics.push({ name: freeName(metric.context.name, metrics), metric });
      }
      made.push({ name: route.name, metrics });
    }
    return made;
  }

  async #scoreRoute(
    { route, group }: Selection,
    input: ScoreInput,
    ctx: SampleContext,
  ): Promise<RouteDetails> {
    const { name, metrics } = this.#metricRoutes[route] ?? { name: "", metrics: [] };
    const scores: RouteDetails["metrics"][number][] = [];
    for (const metric of metrics) scores.push(await scoreByInner(metric, input, ctx));
    return { route: name, ...(group === undefined ? {} : { group }), metrics: scores };
  }

  #tellEmpty({ name }: MetricRoute, count: number): void {
    if (count === 0) return;
    this.context.warn(`route "${name}" of "${this.context.name}" takes no row: it reports nothing`);
  }

  #allMetrics(): Metric[] {
    return this.#metricRoutes.flatMap(({ metrics }) => metrics.map(({ metric }) => metric));
  }
}

/** What an application found comes with its answer. */
const LATE: readonly MetricField[] = ["response", "contexts"];

function refuseLacking(route: MetricRoute | undefined, row: MetricRow): void {
  if (!route) return;
  inRow(route.name, row, () => {
    for (const metric of route.metrics) refuseLackingRow(row, metric, { late: LATE });
  });
}

/** The second metric of a name is `name-2`. */
function freeName(name: string, taken: readonly InnerMetric[]): string {
  const names = new Set(taken.map((metric) => metric.name));
  if (!names.has(name)) return name;
  let number = 2;
  while (names.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

/** @throws {ConfigError} when two metrics have the same key */
function prefixed(routes: readonly RouteDetails[]): Score["scores"] {
  const keys = new UniqueKeys<number | boolean | null>();
  for (const { route, metrics } of routes) {
    for (const { metric, scores } of metrics) {
      const owner = `"${metric}" of route "${route}"`;
      for (const [key, value] of Object.entries(scores)) keys.set(`${route}/${key}`, value, owner);
    }
  }
  return keys.toObject();
}

function failures(routes: readonly RouteDetails[]): Pick<Score, "reason"> {
  const failed = routes.flatMap(({ route, metrics }) =>
    metrics
      .filter((score) => score.failed)
      .map(({ metric, reason }) => `${route}/${metric}: ${reason}`),
  );
  return failed.length === 0 ? {} : { reason: `failed: ${failed.join("; ")}` };
}

/** The index that a sample's id ends in. */
function placeOf(sampleId: string): { readonly index?: number } {
  const digits = /\.(\d+)$/.exec(sampleId)?.[1];
  return digits === undefined ? {} : { index: Number(digits) };
}
