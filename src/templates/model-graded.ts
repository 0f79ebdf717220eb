import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import { type EventLog, invalidity } from "../core/event-log.ts";
import type { Report } from "../core/report.ts";
import type { RowSource } from "../core/row-source.ts";
import { inspectRows } from "./inspected-rows.ts";
import { collectCases } from "./model-graded/answers.ts";
import { ModelGradedArgs } from "./model-graded/args.ts";
import { INVALID } from "./model-graded/choices.ts";
import { type Judgement, judgeCase } from "./model-graded/judge.ts";
import { type JudgingPlan, makePlan } from "./model-graded/plan.ts";
import { reduceJudgements } from "./model-graded/reduce.ts";
import { modelGradedReport } from "./model-graded/report.ts";
import { labelOf, rowInspectors } from "./model-graded/rows.ts";

const Row = z.record(z.string(), z.unknown());
type Row = z.infer<typeof Row>;

/** A model judges the answers: it picks one of the choices of a spec, which may have scores. */
export class ModelBasedClassify extends Eval<Row, ModelGradedArgs> {
  static override readonly Args = ModelGradedArgs;
  static override readonly Sample = Row;
  static override readonly manyFns = true;
  #plan: Promise<JudgingPlan> | undefined;
  #description: string | undefined;

  override async prepare(): Promise<void> {
    const { roles } = await this.#ready();
    this.#description = roles.description;
  }

  override describe(): string | undefined {
    return this.#description;
  }

  override async samples(): Promise<RowSource<Row>> {
    return inspectRows(await super.samples(), rowInspectors(await this.#ready(), this.context));
  }

  override async evalSample(row: Row, ctx: SampleContext): Promise<void> {
    const plan = await this.#ready();
    const judgements: Judgement[] = [];
    for (const subject of await collectCases(row, plan, ctx)) {
      judgements.push(await judgeCase(subject, plan, ctx));
    }
    const [only, second] = judgements;
    const { choice, score, details } =
      only && !second ? only : reduceJudgements(judgements, plan.args.reducer);
    ctx.record.metrics({
      choice,
      score,
      ...(plan.args.metaeval ? { metascore: choice === labelOf(row, plan) } : {}),
      ...details,
      ...(choice === INVALID ? { invalid: true } : {}),
    });
  }

  override summarize(log: EventLog): Report {
    const invalid = log.metrics.filter(invalidity).length;
    if (invalid > 0) this.context.warn(this.#unreadable(invalid, log.metrics.length));
    return modelGradedReport(log);
  }

  #unreadable(count: number, total: number): string {
    const consequence =
      this.args.invalid_score === "min" ? "count with the lowest score" : "are in no mean";
    return `${count} of ${total} verdicts could not be read and ${consequence}; the log has what the judge wrote`;
  }

  #ready(): Promise<JudgingPlan> {
    this.#plan ??= makePlan(this.args, this.context);
    return this.#plan;
  }
}
