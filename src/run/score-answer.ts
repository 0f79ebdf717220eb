import type { EmbeddingFn } from "../core/completion.ts";
import type { EvalContext } from "../core/eval.ts";
import type { AskedMetric, Metric, MetricContext, MetricTools, Score } from "../core/metric.ts";
import type { RegistryView } from "../core/registry-view.ts";
import { listRows } from "../core/row-source.ts";
import { type MetricResult, metricResults } from "../record/metric-event.ts";
import { instantiate } from "../registry/instantiate.ts";
import type { Registry } from "../registry/registry.ts";
import { MetricEvalArgs } from "../templates/metric-eval/args.ts";
import { MetricEval } from "../templates/metric-eval.ts";
import { SEED } from "./defaults.ts";
import { makeCompletionFns } from "./make-completion-fns.ts";
import { openRegistry } from "./open-registry.ts";
import type { RunSettings } from "./options.ts";
import { SampleRun } from "./run-sample.ts";

/** A class that makes metrics, such as one of a user's own. */
export type MetricClass = (new (
  args: never,
  context: MetricContext,
) => Metric<object>) &
  Pick<typeof Metric, "Args">;

/** What scores an answer: a metric as YAML names it, a class, or a class with its args. */
export type ScoringMetric = AskedMetric | MetricClass | OwnMetric;

/** A class itself, where YAML has its name. */
export interface OwnMetric {
  readonly class: MetricClass;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** Who is asked while an answer is scored, and where names are looked up. */
export interface ScoreAnswerOptions
  extends Pick<RunSettings, "judge" | "registryPaths" | "cwd" | "completionArgs" | "signal"> {
  /** Who turns texts into vectors: a model's name, or the function itself. */
  readonly embedding?: string | EmbeddingFn | undefined;
  /** How often a judge is asked again when its verdict cannot be read. @default 2 */
  readonly judgeRetries?: number | undefined;
}

/** What metrics say of one answer. */
export interface AnswerScores {
  /** All scores by their keys; null is "not defined here". */
  readonly scores: Score["scores"];
  /** Metric by metric, with status and reasons. */
  readonly results: readonly MetricResult[];
}

/**
 * Scores one answer, in the process of the application that gave it.
 *
 * @param metrics names of the registry, classes with args as in YAML, or classes themselves
 * @param row the answer with what it is compared with, under the names that data rows have
 * @example
 * const { scores } = await score(["exact-match"], { response: "Paris", reference: "Paris" });
 *
 * @throws {ConfigError} when a metric cannot be made, or needs somebody whom nobody named
 * @throws {DataError} when the row lacks what a metric needs
 * @throws {CompletionError} when no judge could be asked at all
 */
export async function score(
  metrics: readonly ScoringMetric[],
  row: Readonly<Record<string, unknown>>,
  options: ScoreAnswerOptions = {},
): Promise<AnswerScores> {
  const evaluation = new MetricEval(
    argsOf(metrics, options),
    await contextOf(metrics, row, options),
  );
  await evaluation.prepare();
  for await (const _ of (await evaluation.samples()).rows()); // looks at the row
  const { signal = new AbortController().signal } = options;
  const job = { sampleId: "row.default.0", sample: row };
  const ctx = new SampleRun(job, { completionFns: [], seed: SEED, signal }, signal);
  await evaluation.evalSample(row, ctx);
  const results = metricResults(ctx.record.drafts).map(({ judgeCalls: _, ...result }) => result);
  return { scores: Object.assign({}, ...results.map(({ scores }) => scores)), results };
}

function argsOf(
  metrics: readonly ScoringMetric[],
  { embedding, judgeRetries }: ScoreAnswerOptions,
): MetricEvalArgs {
  return MetricEvalArgs.parse({
    samples_jsonl: "row",
    metrics: metrics.map((metric, place) => (ownMetric(metric) ? standIn(place) : metric)),
    ...(embedding === undefined
      ? {}
      : { embedding: typeof embedding === "string" ? embedding : "own" }),
    ...(judgeRetries === undefined ? {} : { judge_retries: judgeRetries }),
  });
}

async function contextOf(
  metrics: readonly ScoringMetric[],
  row: Readonly<Record<string, unknown>>,
  options: ScoreAnswerOptions,
): Promise<EvalContext> {
  const registry = openRegistry(options);
  const { judge, completionArgs } = options;
  const fns = await makeCompletionFns(["none"], registry, { judge, completionArgs });
  return {
    name: "score",
    ...fns,
    registry: viewOf(registry, metrics, options),
    seed: SEED,
    parity: false,
    openRows: async () => listRows([row], "row"),
    ...registry.argFiles(options.cwd ?? "."),
    warn: () => {},
  };
}

/** The registry, with the classes and the embedding function that were given beside it. */
function viewOf(
  registry: Registry,
  metrics: readonly ScoringMetric[],
  { embedding }: ScoreAnswerOptions,
): RegistryView {
  const view: RegistryView = {
    completionFn: (asked, args) => registry.completionFn(asked, args),
    embeddingFn: async (model, args) =>
      typeof embedding === "object" ? embedding : registry.embeddingFn(model, args),
    modelgradedSpec: (name) => registry.modelgradedSpec(name),
    metric: async (asked, tools) => {
      const own = ownMetric(metrics.find((_, place) => standIn(place) === asked));
      return own ? makeOwn(own, tools, view) : registry.metric(asked, tools);
    },
  };
  return view;
}

/** The name under which a class is asked for in the list of metrics. */
function standIn(place: number): string {
  return `builtin:given-${place}`;
}

function ownMetric(metric: ScoringMetric | undefined): OwnMetric | undefined {
  if (typeof metric === "function") return { class: metric };
  const isOwn = typeof metric === "object" && typeof metric["class"] === "function";
  return isOwn ? (metric as OwnMetric) : undefined; // its class says so
}

function makeOwn(own: OwnMetric, tools: MetricTools, registry: RegistryView): Metric {
  const { name } = own.class;
  const metric = (asked: AskedMetric) => registry.metric(asked, tools);
  const context: MetricContext = { ...tools, name, registry, metric };
  const spec = { key: name, args: own.args ?? {}, file: name, line: 0 };
  const loaded = { Class: own.class, reference: name, kind: "metric" } as const;
  return instantiate(loaded, { spec }, context) as Metric; // of a class of metrics
}
