import { CompletionError, ConfigError, DataError, OaievalError } from "../../core/errors.ts";
import type { SampleContext } from "../../core/eval.ts";
import type { Metric, MetricField, MetricRow, Score, ScoreInput } from "../../core/metric.ts";

/** What a metric within a route says of an answer, as plain JSON. */
export interface InnerScore extends Score {
  readonly metric: string;
  /** Set when the metric threw; there are no scores then. */
  readonly failed?: true;
}

/** A metric of a route under the name that messages and figures have for it. */
export interface InnerMetric {
  readonly name: string;
  readonly metric: Metric;
}

/**
 * Scores an answer by a metric. One that fails takes no other with it.
 *
 * @throws what would fail every sample alike, and the signal's reason
 */
export async function scoreByInner(
  { name, metric }: InnerMetric,
  input: ScoreInput,
  ctx: SampleContext,
): Promise<InnerScore> {
  try {
    refuseLackingRow(input, { name, metric });
    const { scores: given, reason, details } = await metric.score(input, ctx);
    const scores = Object.entries(given).map(([key, value]) => [key, defined(value)]);
    return {
      metric: name,
      scores: Object.fromEntries(scores),
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    };
  } catch (error) {
    if (ctx.signal.aborted || failsEverySample(error)) throw error;
    return { metric: name, failed: true, scores: {}, ...failureOf(error) };
  }
}

/**
 * Looks whether a row has what a metric cannot do without.
 *
 * @param options.late fields that may come with the answer
 * @throws {DataError} when it has not
 */
export function refuseLackingRow(
  row: MetricRow,
  { name, metric }: InnerMetric,
  { late = ["response"] }: { readonly late?: readonly MetricField[] } = {},
): void {
  const lacking = metric.fields.find((field) => !late.includes(field) && !hasField(row, field));
  if (lacking === undefined) return;
  const field = lacking === "references" ? "reference" : lacking;
  throw new DataError(`the row has no ${field}, which the metric "${name}" needs`, {
    where: row.where,
    fix: "add it to the row, or a where that keeps the row out of the route",
  });
}

function hasField(row: MetricRow, field: MetricField): boolean {
  if (field === "response") return true;
  return field === "references" ? row.references.length > 0 : row[field] !== undefined;
}

/** What JSON cannot hold is not defined. */
function defined(value: number | boolean | null): number | boolean | null {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

function failsEverySample(error: unknown): boolean {
  if (error instanceof CompletionError) return error.kind === "fatal";
  return error instanceof ConfigError;
}

/** Where a metric of one's own went wrong, its stack tells. */
function failureOf(error: unknown): Pick<Score, "reason" | "details"> {
  if (!(error instanceof Error)) return { reason: String(error) };
  const { name, message, stack } = error;
  return {
    reason: message,
    details: { error: name, ...(error instanceof OaievalError ? {} : { stack }) },
  };
}
