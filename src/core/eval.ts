import type { ZodType } from "zod";
import type { ArgFiles } from "./arg-files.ts";
import type { CompletionFn, CompletionParams, CompletionResult } from "./completion.ts";
import { ConfigError } from "./errors.ts";
import type { EventLog } from "./event-log.ts";
import type { Prompt } from "./prompt.ts";
import type { PythonRandom } from "./random.ts";
import type { RegistryView } from "./registry-view.ts";
import { accuracyReport, type Report } from "./report.ts";
import type { RowSource } from "./row-source.ts";
import { RunningAccuracy, type RunningSummary } from "./running-summary.ts";
import type { SampleRecorder } from "./sample-recorder.ts";

/** What an eval is given when it is made. */
export interface EvalContext extends ArgFiles {
  /** The entry's full name, such as `extract_countries.dev.match-v1`. */
  readonly name: string;
  /** The functions of the command line, in its order. */
  readonly completionFns: readonly CompletionFn[];
  /** Names of these functions as they were typed; none while an eval is only looked at. */
  readonly completionFnNames?: readonly string[];
  /** Who judges, where somebody must; without it an eval finds a judge of its own. */
  readonly judge?: CompletionFn | undefined;
  /** The judge's name as it was typed. */
  readonly judgeName?: string | undefined;
  readonly registry: RegistryView;
  /** Base of each sample's random numbers. @default 20220722 */
  readonly seed: number;
  /** Bring back the results of openai/evals where ours are better. @default false */
  readonly parity: boolean;
  /** Opens a data set named in the args: a path, a glob, a URL or `module:export`. */
  openRows(reference: string): Promise<RowSource<unknown>>;
  /** Tells the user something once, before the run. */
  warn(message: string): void;
}

/** What an eval has at hand while it judges one sample. */
export interface SampleContext {
  /** `base.split.index`, the index being the row's place in the data. */
  readonly sampleId: string;
  /** Random numbers of this sample: the same in every run with the same seed. */
  readonly random: PythonRandom;
  readonly record: SampleRecorder;
  /** Aborts when the sample's time is up or the run is cancelled. */
  readonly signal: AbortSignal;
  /**
   * Asks a completion function; the first of the run unless `fn` is given.
   *
   * @throws {CompletionError} when there is no answer; let it pass, it becomes the sample's error
   */
  complete(prompt: Prompt, params?: CompletionParams, options?: CompleteOptions): Promise<Answer>;
}

/** What an eval has at hand while it makes the report: it may ask, and record what is of no sample. */
export type SummaryContext = Pick<SampleContext, "record" | "signal" | "complete">;

/** Whom to ask, as what, and until when. */
export interface CompleteOptions {
  readonly fn?: CompletionFn;
  readonly purpose?: "judge";
  /** Ends the call before the sample ends; it should abort with the sample's own. */
  readonly signal?: AbortSignal;
}

/** A completion function's answer. */
export interface Answer extends CompletionResult {
  /** The first completion; empty when there is none. */
  readonly text: string;
}

/** Arguments of an eval that declares none of its own. */
export interface DataArgs {
  readonly samples_jsonl?: string;
  /** The name that custom classes written for openai/evals use. */
  readonly test_jsonl?: string;
}

/**
 * Judges samples. A class of one's own has `evalSample`; `Args` and `Sample` check what YAML and
 * data give it, `summarize` makes the report where accuracy is not the right one.
 *
 * @typeParam TSample one row of the data
 * @typeParam TArgs the `args` of the YAML entry
 */
export abstract class Eval<TSample = unknown, TArgs extends object = DataArgs> {
  /** Schema of the entry's `args`. */
  static readonly Args: ZodType | undefined;
  /** Schema of a data row; it may fill defaults but must yield plain JSON. */
  static readonly Sample: ZodType | undefined;
  /** Whether the eval asks more than one completion function; others refuse a second. */
  static readonly manyFns: boolean = false;
  /**
   * Whether `summarize` reads `metrics` events from the log again; they are then not kept in memory,
   * unless samples run several times or have clusters.
   */
  static readonly readsEvents: boolean = false;
  /** Whether the arg `run` may be any earlier run, which the eval opens itself: not only a log. */
  static readonly opensRuns: boolean = false;

  readonly args: TArgs;
  readonly context: EvalContext;

  constructor(args: TArgs, context: EvalContext) {
    this.args = args;
    this.context = context;
  }

  /** Runs once before the first sample; what can be wrong is found here, before a call is paid. */
  async prepare(): Promise<void> {}

  /** Who does what, as one line for the head of a run; asked after `prepare`. */
  describe(): string | undefined {
    return undefined;
  }

  /** Which definition makes which numbers, for log and report; asked after `prepare`. */
  signatures(): Readonly<Record<string, string>> {
    return {};
  }

  /** What the log's spec line says of the run beside its settings; asked after `prepare`. */
  runConfig(): Readonly<Record<string, unknown>> {
    return {};
  }

  /** The data. By default the rows of `samples_jsonl`. */
  async samples(): Promise<RowSource<TSample>> {
    const { samples_jsonl, test_jsonl } = this.args as DataArgs;
    const reference = samples_jsonl ?? test_jsonl;
    if (reference === undefined) {
      throw new ConfigError(`"${this.context.name}" names no data`, {
        fix: "set samples_jsonl in its args, or --extra-eval-params samples_jsonl=FILE",
      });
    }
    // What Sample checks is what TSample says; without a Sample the author vouches for the rows.
    return (await this.context.openRows(reference)) as RowSource<TSample>;
  }

  /** Asks, compares and records one sample. It must not remember other samples. */
  abstract evalSample(sample: TSample, ctx: SampleContext): Promise<void>;

  /** Makes the report. By default accuracy over the `match` events. */
  summarize(log: EventLog, _ctx: SummaryContext): Report | Promise<Report> {
    return accuracyReport(log);
  }

  /** Figures to show while a stream is judged; by default accuracy. Asked after `prepare`. */
  running(): RunningSummary {
    return new RunningAccuracy();
  }

  /** Runs once when the run has ended, however it did: gives back what `prepare` took. */
  async end(): Promise<void> {}
}
