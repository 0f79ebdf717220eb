import { isDeepStrictEqual } from "node:util";
import { ConfigError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { AskedMetric, MetricNeed, MetricTools } from "../../core/metric.ts";
import { refuseJudges } from "../one-judge.ts";
import type { MetricEvalArgs } from "./args.ts";
import type { NamedMetric } from "./score-all.ts";

/** Metrics, and whom they ask. */
export interface MadeMetrics {
  readonly metrics: readonly NamedMetric[];
  readonly tools: MetricTools;
}

/**
 * Makes the metrics of an eval.
 *
 * @throws {ConfigError} when one cannot be made, or needs somebody whom nobody named
 */
export async function makeMetrics(
  args: MetricEvalArgs,
  context: EvalContext,
): Promise<MadeMetrics> {
  const asked = askedMetrics(args, context.name);
  const tools = await toolsOf(args, context);
  const metrics: NamedMetric[] = [];
  for (const one of asked) {
    const metric = await context.registry.metric(one as AskedMetric, tools);
    metrics.push({ name: freeName(metric.context.name, metrics), metric });
  }
  refuseUnmetNeeds(metrics, tools);
  return { metrics, tools };
}

/**
 * Those that hold others know what these need once they are prepared.
 *
 * @throws {ConfigError} when one needs somebody whom nobody named
 */
export function refuseUnmetNeeds(metrics: readonly NamedMetric[], tools: MetricTools): void {
  for (const { name, metric } of metrics) {
    const where = metric.context.where?.([]);
    for (const need of metric.needs) refuseUnmet(need, { name, where }, tools);
  }
}

function askedMetrics({ metrics, templates }: MetricEvalArgs, evalName: string) {
  if (metrics && templates) {
    throw new ConfigError(`"${evalName}" has both metrics and templates, which mean the same`, {
      fix: "put them into one list, metrics",
    });
  }
  const asked = metrics ?? templates;
  if (asked) return refuseTwice(asked);
  throw new ConfigError(`"${evalName}" names no metrics`, {
    fix: "set metrics in its args, as in [exact-match, bleu]; list them with: oaieval list metrics",
  });
}

/** The same metric twice has the same keys twice, which is found before anything is paid. */
function refuseTwice<T>(asked: readonly T[]): readonly T[] {
  const twice = asked.find((one, place) =>
    asked.slice(0, place).some((other) => isDeepStrictEqual(one, other)),
  );
  if (twice === undefined) return asked;
  throw new ConfigError(`the metrics have ${JSON.stringify(twice)} twice`, {
    fix: "leave one out, or give it other args and another key, as by its arg metric_key",
  });
}

/** What an eval says of whom metrics ask. */
export type AskedTools = Pick<MetricEvalArgs, "judge" | "judge_retries" | "embedding">;

/**
 * Whom the metrics of an eval ask.
 *
 * @throws {ConfigError} when one of them cannot be made
 */
export async function toolsOf(args: AskedTools, context: EvalContext): Promise<MetricTools> {
  return {
    ...(await judgeOf(args, context)),
    judgeRetries: args.judge_retries,
    embedding: await embeddingOf(args, context),
    warn: (message) => context.warn(message),
  };
}

async function judgeOf(
  { judge }: AskedTools,
  context: EvalContext,
): Promise<Pick<MetricTools, "judge" | "judgeName">> {
  if (context.judge) return { judge: context.judge, judgeName: context.judgeName };
  if (judge === undefined) return {};
  const { completion_fn: name, completion_args } =
    typeof judge === "string" ? { completion_fn: judge, completion_args: {} } : judge;
  refuseJudges(name, context.name);
  return { judge: await context.registry.completionFn(name, completion_args), judgeName: name };
}

async function embeddingOf(
  { embedding }: AskedTools,
  { registry }: EvalContext,
): Promise<MetricTools["embedding"]> {
  if (embedding === undefined) return undefined;
  if (typeof embedding === "string") return registry.embeddingFn(embedding);
  const { model, ...args } = embedding;
  return registry.embeddingFn(model, args);
}

const MENDS: Readonly<Record<MetricNeed, { readonly what: string; readonly fix: string }>> = {
  judge: {
    what: "a judge",
    fix: "name one with --judge, or in the args of the eval: judge: gpt-4o-mini",
  },
  embedding: {
    what: "embeddings",
    fix: "name a model in the args of the eval: embedding: text-embedding-3-small",
  },
};

function refuseUnmet(need: MetricNeed, { name, where }: PlacedName, tools: MetricTools): void {
  if (tools[need]) return;
  const { what, fix } = MENDS[need];
  throw new ConfigError(`the metric "${name}" needs ${what}, and nobody is named`, { where, fix });
}

interface PlacedName {
  readonly name: string;
  readonly where: string | undefined;
}

/** The second metric of a name is `name-2`. */
function freeName(name: string, taken: readonly NamedMetric[]): string {
  const names = new Set(taken.map((metric) => metric.name));
  if (!names.has(name)) return name;
  let number = 2;
  while (names.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}
