import { CompletionError, ConfigError, OaievalError } from "../../core/errors.ts";
import type { SampleContext } from "../../core/eval.ts";
import type { Metric, ScoreInput } from "../../core/metric.ts";
import { type MetricResult, RESERVED_KEYS } from "../../record/metric-event.ts";
import { checkedScore } from "./checked-score.ts";

/** A metric under the name that logs and reports have for it. */
export interface NamedMetric {
  readonly name: string;
  readonly metric: Metric;
}

/**
 * Scores one answer by each metric, one after the other, so that the log has the calls of a judge
 * before the score that they are for. A metric that fails takes no other with it.
 *
 * @throws what would fail every sample alike, and the signal's reason
 */
export async function* scoreAll(
  metrics: readonly NamedMetric[],
  input: ScoreInput,
  ctx: SampleContext,
): AsyncGenerator<MetricResult> {
  const owners = new Map<string, string>();
  for (const { name, metric } of metrics) {
    const result = await scoreOne({ name, metric }, input, ctx);
    for (const key of Object.keys(result.scores)) {
      refuseKey(key, { name, metric }, owners.get(key));
      owners.set(key, name);
    }
    yield result;
  }
}

async function scoreOne(
  { name, metric }: NamedMetric,
  input: ScoreInput,
  ctx: SampleContext,
): Promise<MetricResult> {
  try {
    const { scores, reason, details } = checkedScore(await metric.score(input, ctx));
    const isScored = Object.values(scores).some((value) => value !== null);
    return {
      metric: name,
      status: isScored ? "scored" : "missing",
      scores,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    };
  } catch (error) {
    if (ctx.signal.aborted || failsEverySample(error)) throw error;
    return { metric: name, status: "failed", scores: {}, ...failureOf(error) };
  }
}

function failsEverySample(error: unknown): boolean {
  if (error instanceof CompletionError) return error.kind === "fatal";
  return error instanceof ConfigError;
}

/** Where a metric of one's own went wrong, its stack tells. */
function failureOf(error: unknown): Pick<MetricResult, "reason" | "details"> {
  if (!(error instanceof Error)) return { reason: String(error) };
  const { name, message, stack } = error;
  const details = { error: name, ...(error instanceof OaievalError ? {} : { stack }) };
  return { reason: message, details };
}

function refuseKey(key: string, { name, metric }: NamedMetric, owner: string | undefined): void {
  const where = metric.context.where?.([]);
  if (owner !== undefined) {
    throw new ConfigError(`the metrics "${owner}" and "${name}" both have a score "${key}"`, {
      where,
      fix: "leave one of them out, or give one another key, as by its arg metric_key",
    });
  }
  if (!RESERVED_KEYS.includes(key)) return;
  throw new ConfigError(`the metric "${name}" has a score "${key}", a name that events need`, {
    where,
    fix: `call it otherwise; events have ${RESERVED_KEYS.join(", ")}`,
  });
}
