import type { SampleContext } from "../core/eval.ts";
import type { ScoreSummary } from "../core/mean-summary.ts";
import {
  Metric,
  type MetricNeed,
  type MetricRow,
  type Score,
  type ScoreInput,
} from "../core/metric.ts";
import type { Report } from "../core/report.ts";
import type { RowSource } from "../core/row-source.ts";
import { hashOf } from "../metrics/judge/judge-prompts.ts";
import { INVALID } from "./model-graded/choices.ts";
import { judgeCase } from "./model-graded/judge.ts";
import { ModelGradedMetricArgs } from "./model-graded-metric/args.ts";
import { caseRow } from "./model-graded-metric/case-row.ts";
import { ChoiceSummary } from "./model-graded-metric/choice-summary.ts";
import { type MetricPlan, metricPlan } from "./model-graded-metric/judging-plan.ts";

/** A judge picks one of the choices of a spec, which may have scores. */
export class ModelGradedMetric extends Metric<ModelGradedMetricArgs> {
  static override readonly Args = ModelGradedMetricArgs;
  #plan: Promise<MetricPlan> | undefined;

  override get needs(): readonly MetricNeed[] {
    return ["judge"];
  }

  override get signature(): string {
    const { modelgraded_spec, prompt = "" } = this.args;
    const { judgeName, judge } = this.context;
    const source = modelgraded_spec ?? `own:${hashOf(prompt)}`;
    return `method=model-graded|prompt=${source}|judge=${judgeName ?? judge?.target ?? "none"}|n=1`;
  }

  /**
   * @throws {ConfigError} when nobody judges, or the spec is none for a single answer
   * @throws {DataError} when a row has not what the judge asks for
   */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    const plan = await this.#ready();
    if (!rows) return;
    for await (const row of rows.rows()) caseRow(row, plan);
  }

  override async score(input: ScoreInput, ctx: SampleContext): Promise<Score> {
    const plan = await this.#ready();
    const answers = new Map([[plan.output, input.response]]);
    const { choice, score, details } = await judgeCase(
      { row: caseRow(input, plan), answers },
      plan,
      ctx,
    );
    const { reasoning } = details;
    const { metric_key: key } = this.args;
    return {
      scores: {
        ...(plan.scores ? { [key ?? "score"]: score } : {}),
        [key === undefined ? "invalid" : `${key}_invalid`]: choice === INVALID,
      },
      reason: typeof reasoning === "string" ? reasoning : undefined,
      details: { choice, ...details },
    };
  }

  override summarize(scores: Iterable<Score>): Report {
    const summary = this.summary();
    for (const score of scores) summary.add(score);
    return summary.report();
  }

  override summary(): ScoreSummary {
    const { metric_key: key } = this.args;
    return new ChoiceSummary(key === undefined ? "" : `${key}/`);
  }

  #ready(): Promise<MetricPlan> {
    this.#plan ??= metricPlan(this.args, this.context);
    return this.#plan;
  }
}
