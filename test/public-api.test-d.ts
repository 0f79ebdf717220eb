/** What a user writes must compile, and what cannot work must not. Read by `tsc`, never run. */

import {
  type Answer,
  accuracyReport,
  bleu,
  type CallContext,
  type CompletionFn,
  type CompletionFnContext,
  type CompletionParams,
  type CompletionResult,
  checkEvals,
  chrf,
  compileQuery,
  corpusBleu,
  type DataArgs,
  type EmbeddingFn,
  Eval,
  type Event,
  type EventLog,
  type EventSink,
  evaluateSample,
  Metric,
  type MetricField,
  metricValues,
  type Prompt,
  type Report,
  type RowSource,
  type RunResult,
  type RunSpec,
  readLog,
  readSamples,
  rouge,
  runEval,
  runEvalSet,
  runEvals,
  type SampleContext,
  type Score,
  type ScoreInput,
  score,
  tokenF1,
} from "oaieval";
import { expectTypeOf } from "vitest";
import { z } from "zod";

interface Row {
  readonly input: Prompt;
  readonly ideal: string;
}

/** Nothing but a way to judge. */
class Plain extends Eval {
  override async evalSample(sample: unknown, ctx: SampleContext): Promise<void> {
    ctx.record.match(sample !== null);
  }
}

/** A row of its own, args as they are by default. */
class WithRow extends Eval<Row> {
  override async evalSample({ input, ideal }: Row, ctx: SampleContext): Promise<void> {
    const answer = await ctx.complete(input, { temperature: 0 });
    expectTypeOf(answer).toEqualTypeOf<Answer>();
    expectTypeOf(this.args).toEqualTypeOf<DataArgs>();
    ctx.record.match(answer.text === ideal, { expected: ideal, picked: answer.text });
    ctx.record.metrics({ length: answer.text.length });
  }

  override summarize(log: EventLog): Report {
    return { ...accuracyReport(log), longest: Math.max(...metricValues(log, "length")) };
  }
}

const Args = z.strictObject({ samples_jsonl: z.string(), limit: z.int().default(3) });
const Sample = z.object({ question: z.string(), answers: z.array(z.string()) });

/** Row and args by schemas. */
class WithSchemas extends Eval<z.infer<typeof Sample>, z.infer<typeof Args>> {
  static override readonly Args = Args;
  static override readonly Sample = Sample;
  static override readonly manyFns = true;

  override async prepare(): Promise<void> {
    expectTypeOf(this.args.limit).toEqualTypeOf<number>();
  }

  override async samples(): Promise<RowSource<z.infer<typeof Sample>>> {
    return super.samples();
  }

  override async evalSample({ answers }: z.infer<typeof Sample>, ctx: SampleContext) {
    const judge = this.context.completionFns.at(-1);
    if (judge) await ctx.complete("?", {}, { fn: judge, purpose: "judge" });
    ctx.record.extra({ answers, drawn: ctx.random.random(), aborted: ctx.signal.aborted });
  }

  override async summarize(log: EventLog): Promise<Report> {
    for await (const event of log.events("extra")) expectTypeOf(event).toEqualTypeOf<Event>();
    return {};
  }
}

/** A completion function of one's own, made from YAML. */
class Echo implements CompletionFn {
  readonly #name: string;

  constructor(_args: { readonly loud?: boolean }, { name, secrets }: CompletionFnContext) {
    this.#name = secrets.redact(name);
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { signal, sampleId }: CallContext,
  ): Promise<CompletionResult> {
    signal.throwIfAborted();
    return { completions: [`${this.#name} ${sampleId} ${String(prompt)} ${String(params["n"])}`] };
  }
}

/** A recorder of one's own. */
class Counting implements EventSink {
  count = 0;

  async open(spec: RunSpec): Promise<void> {
    this.count = spec.run_id.length;
  }

  async write(events: readonly Event[]): Promise<void> {
    this.count += events.length;
  }

  async close(report: Report): Promise<void> {
    this.count += Object.keys(report).length;
  }
}

export async function compiles(fn: Echo): Promise<void> {
  for (const Class of [Plain, WithRow, WithSchemas]) {
    const result = await runEval({ completionFns: ["gpt-4o", fn], eval: Class, args: { a: 1 } });
    expectTypeOf(result).toEqualTypeOf<RunResult>();
    expectTypeOf(result.report["accuracy"]).toEqualTypeOf<unknown>();
    expectTypeOf(result.logPath).toEqualTypeOf<string | undefined>();
    await evaluateSample(Class, { sample: { input: "q" }, answers: ["a"] });
  }
  await runEval({
    completionFns: [fn],
    eval: "extract_countries",
    maxSamples: 3,
    sink: new Counting(),
    signal: AbortSignal.timeout(1000),
    observer: { progressed: ({ total }) => expectTypeOf(total).toEqualTypeOf<number | null>() },
  });
  const { rows } = await runEvals({ completionFns: ["a", fn], evals: ["x", "y"], each: true });
  expectTypeOf(rows[0]?.result).toEqualTypeOf<RunResult | undefined>();
  await runEvalSet({ completionFns: ["a"], evalSet: "test", resume: true });
  for await (const { error } of checkEvals({ names: ["x*"] })) {
    expectTypeOf(error).toEqualTypeOf<string | null>();
  }
  for await (const sample of readSamples(await readLog("run.jsonl"))) {
    expectTypeOf(sample.failed).toEqualTypeOf<boolean>();
  }
  const { matches } = await evaluateSample(WithRow, { sample: {}, completionFn: fn });
  expectTypeOf(matches[0]?.correct).toEqualTypeOf<boolean | undefined>();
}

// @ts-expect-error an eval must judge
class _Idle extends Eval {}

class _WrongRow extends Eval<Row> {
  // @ts-expect-error the rows are those of the class
  override async evalSample(sample: number): Promise<void> {
    this.context.warn(String(sample));
  }
}

class _WrongReport extends Plain {
  // @ts-expect-error a report is figures by name
  override summarize(): number {
    return 1;
  }
}

// @ts-expect-error a recorder takes events
class _NoWrite implements EventSink {
  async open(): Promise<void> {}
  async close(): Promise<void> {}
}

export async function doesNotCompile(ctx: SampleContext): Promise<void> {
  // @ts-expect-error functions are a list
  await runEval({ completionFns: "gpt-4o", eval: Plain });
  // @ts-expect-error an eval is needed
  await runEval({ completionFns: ["gpt-4o"] });
  // @ts-expect-error a class that makes no evals
  await runEval({ completionFns: ["gpt-4o"], eval: Echo });
  // @ts-expect-error an eval that is made already
  await runEval({ completionFns: ["gpt-4o"], eval: new Plain({}, {} as never) });
  // @ts-expect-error a number is wanted
  await runEval({ completionFns: ["gpt-4o"], eval: Plain, maxSamples: "3" });
  // @ts-expect-error a misspelt option
  await runEval({ completionFns: ["gpt-4o"], eval: Plain, maxSample: 3 });
  // @ts-expect-error something that cannot answer
  await runEval({ completionFns: [{ ask: () => "A" }], eval: Plain });
  // @ts-expect-error a set has a name
  await runEvalSet({ completionFns: ["gpt-4o"] });
  // @ts-expect-error a class that makes no evals
  await evaluateSample(Echo, { sample: {} });
  // @ts-expect-error a sample is needed
  await evaluateSample(Plain, { answers: ["a"] });
  // @ts-expect-error a prompt is text or messages
  await ctx.complete(3);
  // @ts-expect-error correct is true or false
  ctx.record.match("yes");
  // @ts-expect-error an error has a type and a message
  ctx.record.error({ message: "no" });
}

/** Nothing but a score. */
class Brief extends Metric {
  override score({ response }: ScoreInput): Score {
    return { scores: { brief: response.length < 80 } };
  }
}

const LimitArgs = z.strictObject({ limit: z.int() });

/** Args of its own, a field that it needs, and whom it asks. */
class Limited extends Metric<z.infer<typeof LimitArgs>> {
  static override readonly Args = LimitArgs;

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override async score({ response, references }: ScoreInput, ctx: SampleContext): Promise<Score> {
    expectTypeOf(this.args.limit).toEqualTypeOf<number>();
    expectTypeOf(references).toEqualTypeOf<readonly string[]>();
    const { judge } = this.context;
    const verdict = judge && (await ctx.complete(response, {}, { fn: judge, purpose: "judge" }));
    return { scores: { limited: verdict ? Number(verdict.text) : null }, reason: "by the judge" };
  }
}

export async function scoresAnswers(): Promise<number | boolean | null | undefined> {
  // @ts-expect-error a metric of what is no score
  await score([42], { response: "A" });
  const { scores, results } = await score(
    [
      "substring-match",
      { class: "bleu", args: { lowercase: true } },
      { chrf: {} },
      Brief,
      { class: Limited, args: { limit: 3 } },
    ],
    { response: "A", reference: "B" },
    { judge: "gpt-4o-mini", embedding: "text-embedding-3-small" },
  );
  expectTypeOf(results[0]?.status).toEqualTypeOf<"scored" | "missing" | "failed" | undefined>();
  return scores["brief"];
}

/** The functions of metrics, each with the options that YAML has. */
export function measures(): readonly number[] {
  const takes = compileQuery({ "meta.lang": ["en", "ja"] }, { on_missing_key: "error" });
  expectTypeOf(takes(new Map([["n", 2n ** 60n]]))).toEqualTypeOf<boolean>();
  // @ts-expect-error rows are skipped or are errors
  compileQuery({}, { on_missing_key: "ignore" });
  // @ts-expect-error references are a list of lists
  corpusBleu(["a"], ["a"]);
  const shared = rouge("a", "b", { types: ["rouge-1"], tokenizer: "words" });
  expectTypeOf(shared["rouge-1-f"]).toEqualTypeOf<number | undefined>();
  return [
    bleu("a", ["a"], { tokenize: "zh", smooth: "floor" })["bleu-4"],
    corpusBleu(["a"], [["a", "b"]], { lowercase: true })["bleu-1"],
    chrf("a", ["a"], { wordOrder: 2 }),
    tokenF1("a", "b"),
  ];
}

/** Vectors from anywhere. */
export const nowhere: EmbeddingFn = {
  async embed(texts, signal) {
    signal.throwIfAborted();
    return { embeddings: texts.map(({ length }) => [length]) };
  },
};
