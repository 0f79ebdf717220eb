import { CompletionError, ConfigError, OaievalError } from "../../core/errors.ts";
import type { SampleContext } from "../../core/eval.ts";
import type { Metric, Score, ScoreInput } from "../../core/metric.ts";

/** What a metric within a route says of an answer, as plain JSON. */
export interface InnerScore extends Score {
  readonly metric: string;
  /** Set when the metric threw; there are no scores then. */
  readonly failed?: true;
}

/**
 * Scores an answer by a metric. One that fails takes no other with it.
 *
 * @throws what would fail every sample alike, and the signal's reason
 */
export async function scoreByInner(
  metric: Metric,
  input: ScoreInput,
  ctx: SampleContext,
): Promise<InnerScore> {
  const { name } = metric.context;
  try {
    const { scores, reason, details } = await metric.score(input, ctx);
    return {
      metric: name,
      scores: Object.fromEntries(
        Object.entries(scores).map(([key, value]) => [key, defined(value)]),
      ),
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    };
  } catch (error) {
    if (ctx.signal.aborted || failsEverySample(error)) throw error;
    return { metric: name, failed: true, scores: {}, ...failureOf(error) };
  }
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
