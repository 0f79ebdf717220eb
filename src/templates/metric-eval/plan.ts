import { ConfigError, DataError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { MetricTools } from "../../core/metric.ts";
import type { RowInspector } from "../inspected-rows.ts";
import type { MetricEvalArgs } from "./args.ts";
import { EarlierRun } from "./earlier-run.ts";
import type { Row } from "./field-names.ts";
import { makeMetrics } from "./make-metrics.ts";
import { readMapping } from "./mapping.ts";
import { type RequiredField, refuseLacking, requiredFields } from "./required-fields.ts";
import { type AnswerRules, answerSource, rowResponse } from "./respond.ts";
import { type ReadRow, RowReader } from "./row-reader.ts";
import { readTemplates } from "./row-templates.ts";
import type { NamedMetric } from "./score-all.ts";

/** Everything that is the same for all samples. */
export interface MetricPlan extends AnswerRules {
  readonly metrics: readonly NamedMetric[];
  readonly tools: MetricTools;
  readonly required: readonly RequiredField[];
}

/**
 * Makes the metrics and settles all that can be settled before the rows are seen.
 *
 * @throws {ConfigError} when something is wrong with the args
 */
export async function makePlan(args: MetricEvalArgs, context: EvalContext): Promise<MetricPlan> {
  const mapping = readMapping(args, context.name);
  const templates = await readTemplates(args, context.name);
  const reader = new RowReader({ args, mapping, templates });
  const source = answerSource(args, mapping, context.completionFnNames);
  if (source === "function" && context.completionFns.length === 0) {
    throw new ConfigError("nobody answers", { fix: "name a completion function, or --run LOG" });
  }
  const { metrics, tools } = await makeMetrics(args, context);
  const run =
    args.run === undefined
      ? undefined
      : await EarlierRun.open({ path: args.run, repeat: args.run_repeat });
  return { args, mapping, reader, source, run, metrics, tools, required: requiredFields(metrics) };
}

/** Refuses rows that could not be asked about or scored; what a run gives out is not known yet. */
export function rowInspector(plan: MetricPlan): RowInspector {
  const late = plan.required.filter(({ field }) => field === "response" || isOutput(field, plan));
  const early = plan.required.filter((field) => !late.includes(field));
  return {
    see(value, where) {
      const row = rowOf(value, where);
      const read = plan.reader.read({ row, where });
      refuseUnanswered(plan, read, row);
      refuseLacking(read, early);
    },
  };
}

/** A row needs a question for the completion function, or an answer where there is none. */
function refuseUnanswered(plan: MetricPlan, { prompt, where }: ReadRow, row: Row): void {
  if (plan.source === "run" || (plan.source !== "row" && prompt !== undefined)) return;
  if (plan.source === "function") throw nothingToAsk(row, where);
  rowResponse({ row, where, index: 0 }, plan);
}

/** Who does what, as one line; undefined where the names of the functions tell it. */
export function describePlan(
  { source, tools, metrics }: MetricPlan,
  fns: readonly string[],
): string | undefined {
  const isJudged = metrics.some(({ metric }) => metric.needs.includes("judge"));
  const judging =
    isJudged && tools.judgeName !== undefined ? `${tools.judgeName} judges` : undefined;
  if (source === "row") return judging ?? "nobody: the data has the answers";
  if (source === "run" || judging === undefined) return judging;
  return `${fns.join(", ")} answers, ${judging}`;
}

function isOutput(field: RequiredField["field"], { mapping }: MetricPlan): boolean {
  return mapping.get(field === "references" ? "reference" : field)?.source === "outputs";
}

function rowOf(value: unknown, where: string): Row {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Row;
  throw new DataError("the row is no JSON object", { where, fix: 'write it as {"query": "…"}' });
}

function nothingToAsk(row: Row, where: string): DataError {
  return new DataError("the row has nothing to ask", {
    where,
    fix: `add a field input or query, set input_template or message_key in the args of the eval, or score answers that are there: --run LOG, or the completion function none; the row has ${Object.keys(row).join(", ") || "no fields"}`,
  });
}
