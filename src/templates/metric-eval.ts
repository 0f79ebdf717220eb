import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { MetricsData } from "../core/event.ts";
import type { EventLog } from "../core/event-log.ts";
import type { MetricRow, ScoreInput } from "../core/metric.ts";
import type { Report } from "../core/report.ts";
import type { RowSource } from "../core/row-source.ts";
import type { RunningSummary } from "../core/running-summary.ts";
import { toMetricEvent } from "../record/metric-event.ts";
import { inspectRows } from "./inspected-rows.ts";
import { MetricEvalArgs } from "./metric-eval/args.ts";
import type { Row } from "./metric-eval/field-names.ts";
import { FirstFailures } from "./metric-eval/first-failures.ts";
import { refuseUnmetNeeds } from "./metric-eval/make-metrics.ts";
import { describePlan, type MetricPlan, makePlan, rowInspector } from "./metric-eval/plan.ts";
import { refuseLacking } from "./metric-eval/required-fields.ts";
import { type PlacedRow, respond } from "./metric-eval/respond.ts";
import { type NamedMetric, scoreAll } from "./metric-eval/score-all.ts";
import { MetricsSummary } from "./metric-eval/summary.ts";

const Sample = z.record(z.string(), z.unknown());

/** Scores answers by any metrics: those of a completion function, of the data, or of a log. */
export class MetricEval extends Eval<Row, MetricEvalArgs> {
  static override readonly Args = MetricEvalArgs;
  static override readonly Sample = Sample;
  static override readonly readsEvents = true;
  #plan: Promise<MetricPlan> | undefined;
  #rows: RowSource<Row> | undefined;
  #description: string | undefined;
  #metrics: readonly NamedMetric[] = [];
  #signatures: Readonly<Record<string, string>> = {};
  readonly #failures = new FirstFailures((message) => this.context.warn(message));

  override async prepare(): Promise<void> {
    const plan = await this.#ready();
    const source = await super.samples();
    const inspected = inspectRows(source, [rowInspector(plan)]);
    this.#rows = inspected;
    if (plan.run?.isOverOther(source.files)) this.context.warn(OTHER_DATA);
    this.#metrics = plan.metrics;
    this.#description = describePlan(plan, this.context.completionFnNames ?? []);
    const rows = source.count === null ? null : metricRows(inspected, plan);
    for (const { metric } of plan.metrics) await metric.prepare(rows);
    refuseUnmetNeeds(plan.metrics, plan.tools);
    const signed = plan.metrics.map(({ name, metric }) => [name, metric.signature]);
    this.#signatures = Object.fromEntries(
      signed.filter(([, signature]) => signature !== undefined),
    );
  }

  override describe(): string | undefined {
    return this.#description;
  }

  override signatures(): Readonly<Record<string, string>> {
    return this.#signatures;
  }

  override async samples(): Promise<RowSource<Row>> {
    return this.#rows ?? super.samples();
  }

  override async evalSample(row: Row, ctx: SampleContext): Promise<void> {
    const plan = await this.#ready();
    const input = await this.#input(this.#placed(row, ctx.sampleId), plan, ctx);
    recordExpected(input, ctx);
    for await (const result of scoreAll(plan.metrics, input, ctx)) {
      this.#failures.see(result);
      ctx.record.metrics(toMetricEvent(result));
    }
  }

  override async summarize(log: EventLog): Promise<Report> {
    const { metrics } = await this.#ready();
    const summary = this.#summaryOf(metrics);
    if (log.metrics.length > 0) {
      for (const { data, cluster } of log.metrics) summary.add(data, cluster);
      return summary.report();
    }
    for await (const { data } of log.events("metrics")) summary.add(data as MetricsData);
    return summary.report();
  }

  override running(): RunningSummary {
    const summary = this.#summaryOf(this.#metrics);
    return {
      add(events) {
        for (const { type, data } of events) {
          if (type === "metrics") summary.add(data as MetricsData); // as evalSample records it
        }
      },
      report: () => summary.report(),
    };
  }

  override async end(): Promise<void> {
    const plan = await this.#plan?.catch(() => undefined);
    await plan?.run?.close();
  }

  async #input(placed: PlacedRow, plan: MetricPlan, ctx: SampleContext): Promise<ScoreInput> {
    const read = plan.reader.read(placed);
    const { text, answer, outputs } = await respond({ ...placed, read }, plan, ctx);
    const {
      prompt: _,
      tools: __,
      ...row
    } = outputs ? plan.reader.read({ ...placed, outputs }) : read;
    const input = { ...row, response: text, ...(answer ? { answer } : {}) };
    refuseLacking(input, plan.required);
    return input;
  }

  #summaryOf(metrics: readonly NamedMetric[]): MetricsSummary {
    return new MetricsSummary(metrics, (message) => this.context.warn(message));
  }

  #placed(row: Row, sampleId: string): PlacedRow {
    const index = Number(sampleId.slice(sampleId.lastIndexOf(".") + 1));
    return { row, index, where: this.#rows?.where(index) ?? sampleId };
  }

  #ready(): Promise<MetricPlan> {
    this.#plan ??= makePlan(this.args, this.context);
    return this.#plan;
  }
}

const OTHER_DATA =
  "the earlier run was over other data; its answers are joined with the rows of the same number";

/** The log has what answers are held against, so that whoever reads it needs no data beside it. */
function recordExpected({ references }: ScoreInput, { record }: SampleContext): void {
  const [first, ...others] = references;
  if (first === undefined) return;
  record.event("expected", { expected: others.length === 0 ? first : references });
}

/** The data as metrics see it before there are answers. */
function metricRows(source: RowSource<Row>, { reader }: MetricPlan): RowSource<MetricRow> {
  const read = (row: Row, index: number) => reader.read({ row, where: source.where(index) });
  return {
    count: source.count,
    files: source.files,
    where: (index) => source.where(index),
    read: async (index) => read(await source.read(index), index),
    async *rows() {
      let index = 0;
      for await (const row of source.rows()) yield read(row, index++);
    },
  };
}
