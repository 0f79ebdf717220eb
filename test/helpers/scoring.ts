import type { CompletionFn, EmbeddingFn } from "../../src/core/completion.ts";
import type { SampleContext } from "../../src/core/eval.ts";
import type { Metric, MetricContext, Score, ScoreInput } from "../../src/core/metric.ts";
import { toText } from "../../src/core/prompt.ts";
import { PythonRandom } from "../../src/core/random.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";
import type { AnsweringFn } from "./answering.ts";

/** A class that makes metrics. */
export interface MetricClass {
  new (args: never, context: MetricContext): Metric;
  readonly Args: { parse(args: unknown): unknown };
}

/** What is scored, by whom. */
export interface Scoring {
  readonly args?: object;
  readonly input?: Partial<ScoreInput>;
  readonly context?: Partial<MetricContext>;
}

/** A context for metrics in which nobody judges and nobody embeds. */
export function metricContext(over: Partial<MetricContext> = {}): MetricContext {
  const refuse = async (name: unknown) => Promise.reject(new Error(`asked for ${String(name)}`));
  return {
    name: "demo",
    registry: {
      completionFn: refuse,
      embeddingFn: refuse,
      modelgradedSpec: refuse,
      metric: refuse,
    },
    judgeRetries: 2,
    metric: refuse,
    warn: () => {},
    ...over,
  };
}

/** An answer to score; the row has nothing but what is given. */
export function scoreInput(over: Partial<ScoreInput> = {}): ScoreInput {
  return { response: "", references: [], extra_info: {}, where: "rows.jsonl:1", ...over };
}

/** A sample's context, in which calls go right to the function. */
export function sampleContext(signal = new AbortController().signal): SampleContext {
  const record = new SampleRecorder();
  return {
    sampleId: "demo.dev.0",
    random: new PythonRandom(1),
    record,
    signal,
    async complete(prompt, params = {}, { fn, purpose } = {}) {
      const call = { sampleId: "demo.dev.0", sample: {}, repeat: 0, record, signal, purpose };
      const result = await (fn as CompletionFn).complete(prompt, params, call);
      return { ...result, text: result.completions[0] ?? "" };
    },
  };
}

/** Makes a metric of args as YAML has them. */
export function makeMetric(Class: MetricClass, { args = {}, context = {} }: Scoring = {}): Metric {
  return new Class(Class.Args.parse(args) as never, metricContext(context));
}

/** What a metric says of one answer. */
export async function scoreOne(Class: MetricClass, scoring: Scoring): Promise<Score> {
  const metric = makeMetric(Class, scoring);
  await metric.prepare(null);
  return metric.score(scoreInput(scoring.input), sampleContext());
}

/** What a judge was shown, call by call. */
export function shownTo({ calls }: AnsweringFn, index = 0): string {
  return toText(calls[index]?.prompt ?? "");
}

/** An embedding function that has these vectors, and remembers each request. */
export function embedding(
  vectors: Readonly<Record<string, readonly number[]>>,
): EmbeddingFn & { readonly requests: readonly (readonly string[])[] } {
  const requests: (readonly string[])[] = [];
  return {
    requests,
    target: "scripted vectors",
    async embed(texts) {
      requests.push(texts);
      return { embeddings: texts.map((text) => vectors[text] ?? []) };
    },
  };
}
