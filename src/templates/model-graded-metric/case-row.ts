import { DataError } from "../../core/errors.ts";
import type { MetricRow } from "../../core/metric.ts";
import { BOUNDARY } from "../../metrics/judge/material.ts";
import { ALIASES } from "../metric-eval/field-names.ts";
import type { MetricPlan } from "./judging-plan.ts";

/**
 * What the judge's prompt asks for, from the fields of the row; where it has none of that name, what
 * the metric knows as the question, the right answers or the passages.
 *
 * @throws {DataError} when there is no value for a name
 */
export function caseRow(row: MetricRow, plan: MetricPlan): Readonly<Record<string, unknown>> {
  const given = new Set([plan.output, BOUNDARY, ...Object.keys(plan.args.modelgraded_spec_args)]);
  const asked = plan.prompt.names.filter((name) => !given.has(name));
  return Object.fromEntries(
    asked.map((name) => {
      const value = fieldOf(row, name);
      if (value === undefined) throw missing(name, row, plan);
      return [name, value];
    }),
  );
}

function fieldOf(row: MetricRow, name: string): unknown {
  const { query, references, contexts, extra_info } = row;
  if (Object.hasOwn(extra_info, name)) return extra_info[name];
  if (ALIASES.query.includes(name)) return query;
  if (ALIASES.contexts.includes(name)) return contexts;
  if (name !== "references" && !ALIASES.reference.includes(name)) return undefined;
  const [only, second] = references;
  return second === undefined ? only : references;
}

function missing(name: string, { where }: MetricRow, plan: MetricPlan): DataError {
  return new DataError(`the row has no "${name}", which the judge asks for`, {
    where,
    fix: `add "${name}" to the row, or to modelgraded_spec_args; the judge is at ${plan.where}`,
  });
}
