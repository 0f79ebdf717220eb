import type { CompletionFn } from "../core/completion.ts";
import type { Eval, EvalContext } from "../core/eval.ts";
import type { Secrets } from "../core/secrets.ts";
import type { InputStream } from "../data/stream-rows.ts";
import type { EventSink } from "../record/sink.ts";
import type { RunObserver } from "./observer.ts";

/** A class that makes evals: `class MyEval extends Eval { … }` itself. */
export type EvalClass = (new (
  args: never,
  context: EvalContext,
) => Eval<unknown, object>) &
  Pick<typeof Eval, "Args" | "Sample" | "manyFns" | "readsEvents" | "opensRuns">;

/** What a sink made for a run knows of it. */
export interface LogPlace {
  /** Where the log file is, or would be. */
  readonly path: string;
  /** The eval's first metric. */
  readonly primaryMetric: string | undefined;
}

/** How one eval is run; the command line's flags under the names of code. */
export interface RunOptions extends RunSettings {
  /** Whom to ask: names of the registry, references, model names, or the functions themselves. */
  readonly completionFns: readonly (string | CompletionFn)[];
  /** A name of the registry, a reference, or the class itself. */
  readonly eval: string | EvalClass;
  /**
   * Go on with this log, or with the newest one of the same functions and eval in the log folder;
   * when there is none, a new one is begun. @default false
   */
  readonly resume?: boolean | string | undefined;
  /** Log of an earlier run, whose answers are scored; the functions are not asked for any. */
  readonly run?: string | undefined;
  /** Which repeat of that run, from 0. @default 0 */
  readonly repeat?: number | undefined;
}

/** What single runs and sets have in common. */
export interface RunSettings {
  /** Rows of JSON Lines as they come, such as `process.stdin`: what `samples_jsonl: "-"` reads. */
  readonly input?: InputStream | undefined;
  /** Put over the entry's `args`. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  /** Put over the `args` of completion functions; text as on the command line, or values. */
  readonly completionArgs?: string | Readonly<Record<string, unknown>> | undefined;
  /** Who judges, for evals that need a judge: a name as above, or the function itself. */
  readonly judge?: string | CompletionFn | undefined;
  /** Judge only this many samples, the first of the shuffled order. @default all */
  readonly maxSamples?: number | undefined;
  /** Base of each sample's random numbers. @default 20220722 */
  readonly seed?: number | undefined;
  /** Seed of the order in which samples are taken. @default 123, as openai/evals */
  readonly shuffleSeed?: number | undefined;
  /** Judge every sample this often. @default 1 */
  readonly repeats?: number | undefined;
  /** How repeats become one result: `mean`, `majority`, `at_least_k:K`, `pass@K`. @default "mean" */
  readonly reducer?: string | undefined;
  /** Field of the rows that tells which samples are not independent, for standard errors. */
  readonly clusterBy?: string | undefined;
  /** YAML file of what models cost, over the `prices.yaml` of the registries. */
  readonly prices?: string | undefined;
  /** What figures of the report must be, such as `accuracy >= 0.8`, beside the gates of the entry. */
  readonly gates?: readonly string[] | undefined;
  /** Folders, checkouts or packages with a registry; a later one wins over an earlier one. */
  readonly registryPaths?: readonly string[] | undefined;
  /** Samples judged at the same time. @default 10 */
  readonly concurrency?: number | undefined;
  /** Always as many requests at a time, also of a model that cannot keep up. @default false */
  readonly fixedConcurrency?: boolean | undefined;
  /** Requests a minute of each model, evenly spread. @default what its entry says */
  readonly rpm?: number | undefined;
  /** Tokens a minute of each model. @default what its entry says */
  readonly tpm?: number | undefined;
  /** Longest wait for one attempt of one request, in milliseconds. @default 600_000 */
  readonly timeoutMs?: number | undefined;
  /** Tries of one request, the first included. @default 8 */
  readonly maxTries?: number | undefined;
  /** All tries of one request together, in milliseconds. @default 600_000 */
  readonly maxRetryMs?: number | undefined;
  /** Longest time for one sample, in milliseconds. @default none */
  readonly sampleTimeoutMs?: number | undefined;
  /** Longest time for the whole run, in milliseconds; then it ends, and the report covers what is there. @default none */
  readonly runTimeoutMs?: number | undefined;
  /** Bring back the results of openai/evals where ours are better. @default false */
  readonly parity?: boolean | undefined;
  /** End the run at the first sample that fails. @default false */
  readonly failFast?: boolean | undefined;
  /** Use data that was downloaded before. @default true */
  readonly useCache?: boolean | undefined;
  /**
   * Keep answers and use those that were kept, in the folder of this name or in
   * `/tmp/filecache/answers`. @default false
   */
  readonly cacheAnswers?: boolean | string | undefined;
  /** Ask again what is in that cache. @default false */
  readonly refreshCache?: boolean | undefined;
  /** Written into the log as `created_by`. */
  readonly user?: string | undefined;
  /** What the run is called, beside its id: logs are found by it. */
  readonly name?: string | undefined;
  /** The log file. @default /tmp/evallogs/{run_id}_{fn}_{eval}.jsonl */
  readonly recordPath?: string | undefined;
  /** Folder of the log file, which is then named as by default. @default /tmp/evallogs */
  readonly recordFolder?: string | undefined;
  /** Where events go instead of a log file. */
  readonly sink?: EventSink | ((log: LogPlace) => EventSink | Promise<EventSink>) | undefined;
  /** Reference of a class of one's own that takes the events, `./my-sink.ts:MySink`. */
  readonly recorder?: string | undefined;
  /** Keys that no log or message may show. */
  readonly secrets?: Secrets | undefined;
  /** Where relative names start. @default the working directory */
  readonly cwd?: string | undefined;
  /** The command line, for the log. */
  readonly command?: string | undefined;
  /** Written into the log as `initial_settings.visible`. @default whether all samples are judged */
  readonly visible?: boolean | undefined;
  /** Stops the run: no new samples, running ones may finish, the report covers what is there. */
  readonly signal?: AbortSignal | undefined;
  /** How long running samples may go on after that, in milliseconds. @default 10_000 */
  readonly graceMs?: number | undefined;
  /** Is told how the run goes. */
  readonly observer?: RunObserver | undefined;
}
