import type { ZodType } from "zod";
import { logged } from "./completion/calls/logged.ts";
import type { CompletionFn } from "./core/completion.ts";
import { ConfigError } from "./core/errors.ts";
import type { Eval, EvalContext } from "./core/eval.ts";
import type { Event, EventDraft, MatchData, MetricsData } from "./core/event.ts";
import type { Report } from "./core/report.ts";
import { listRows } from "./core/row-source.ts";
import { checkedRows } from "./data/checked-rows.ts";
import { Recorder } from "./record/recorder.ts";
import type { EventSink } from "./record/sink.ts";
import { complaints, complaintsLine } from "./registry/describe-issues.ts";
import { finite } from "./run/accounting.ts";
import { SEED } from "./run/defaults.ts";
import { runSample, SampleRun } from "./run/run-sample.ts";

/** A class that makes evals, such as one of a user's own. */
type EvalClass = (new (
  args: never,
  context: EvalContext,
) => Eval<unknown, object>) &
  Pick<typeof Eval, "Args" | "Sample">;

/** The sample to judge, and all around it. */
export interface EvaluateSampleOptions {
  /** A row, as in the data; checked by the class's `Sample`. */
  readonly sample: unknown;
  /** As in YAML; checked by the class's `Args`. @default {} */
  readonly args?: object;
  /** What the model answers, call by call. */
  readonly answers?: readonly string[];
  /** Answers instead of `answers`. */
  readonly completionFn?: CompletionFn;
  /** Base of the sample's random numbers. @default 20220722 */
  readonly seed?: number;
  /** Judge as openai/evals does. @default false */
  readonly parity?: boolean;
  /** Data sets that the eval opens, by their names. @default {} */
  readonly rows?: Readonly<Record<string, readonly unknown[]>>;
  /** @default "test.sample.0" */
  readonly sampleId?: string;
}

/** What came of the sample. */
export interface SampleEvaluation {
  /** All events in their order; a failed call is one of type `error`. */
  readonly events: readonly EventDraft[];
  readonly matches: readonly MatchData[];
  readonly metrics: readonly MetricsData[];
  /** The report of a run with this one sample. */
  readonly report: Report;
}

/**
 * Judges one sample, for unit tests of evals.
 *
 * @example
 * const { matches } = await evaluateSample(ExtractCountries, {
 *   sample: { input: "Peru meets Chad.", ideal: "Peru, Chad" },
 *   answers: ["Chad, Peru"],
 * });
 * expect(matches[0]?.correct).toBe(true);
 *
 * @throws {ConfigError} when `args` do not fit, or an answer is missing
 * @throws {DataError} when `sample` does not fit
 */
export async function evaluateSample(
  EvalClass: EvalClass,
  options: EvaluateSampleOptions,
): Promise<SampleEvaluation> {
  const { sample, args = {}, sampleId = "test.sample.0" } = options;
  const context = contextOf(options);
  // Its schema saw that these are the args that it is made for.
  const evaluation = new EvalClass(checkArgs(EvalClass.Args, args) as never, context);
  await evaluation.prepare();
  const rows = await checkedRows(listRows([sample], "sample"), EvalClass.Sample);
  const job = { sampleId, sample: await rows.read(0) };
  const environment = { ...context, signal: new AbortController().signal };
  const outcome = await runSample(evaluation, job, environment);

  const recorder = new Recorder({ runId: "test", createdBy: "", sink: new MemorySink() });
  await recorder.record(outcome);
  const { events } = outcome;
  const summary = new SampleRun(job, environment, environment.signal);
  return {
    events,
    matches: dataOf<MatchData>(events, "match"),
    metrics: dataOf<MetricsData>(events, "metrics"),
    report: finite(await evaluation.summarize(recorder, summary)),
  };
}

/** Keeps the events of one sample. */
class MemorySink implements EventSink {
  #events: readonly Event[] = [];

  async open(): Promise<void> {}

  async write(events: readonly Event[]): Promise<void> {
    this.#events = events;
  }

  async *events(): AsyncGenerator<Event> {
    yield* this.#events;
  }

  async close(): Promise<void> {}
}

function contextOf(options: EvaluateSampleOptions): EvalContext {
  const { answers = [], completionFn = scripted(answers), rows = {} } = options;
  const { seed = SEED, parity = false } = options;
  return {
    name: "test.sample",
    completionFns: [logged(completionFn)],
    registry: {
      completionFn: async (name) => notGiven(`completion function "${name}"`),
      embeddingFn: async (name) => notGiven(`embedding model "${name}"`),
      metric: async (asked) => notGiven(`metric ${JSON.stringify(asked)}`),
      modelgradedSpec: async (name) => notGiven(`model-graded spec "${name}"`),
    },
    seed,
    parity,
    openRows: async (name) => {
      const list = rows[name];
      return list ? listRows(list, name) : notGiven(`rows of "${name}"`, "pass them as `rows`");
    },
    findFile: (name) => notGiven(`file "${name}"`),
    loadModule: async (path) => notGiven(`module "${path}"`),
    warn: () => {},
  };
}

function scripted(answers: readonly string[]): CompletionFn {
  let asked = 0;
  return {
    async complete() {
      const answer = answers[asked++];
      if (answer !== undefined) return { completions: [answer] };
      return notGiven(`answer to call ${asked}`, "pass it in `answers`");
    },
  };
}

function notGiven(what: string, fix?: string): never {
  throw new ConfigError(`evaluateSample was not given the ${what}`, { fix });
}

function checkArgs(schema: ZodType | undefined, args: object): object {
  if (!schema) return args;
  const faults = complaints(schema, args);
  if (faults.length === 0) return schema.parse(args) as object; // args are an object
  throw new ConfigError(`the args do not fit: ${complaintsLine(faults)}`);
}

function dataOf<T>(events: readonly EventDraft[], type: string): T[] {
  return events.filter((event) => event.type === type).map(({ data }) => data as T); // by its type
}
