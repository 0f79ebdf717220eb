import { isDeepStrictEqual } from "node:util";
import { orAborted } from "../core/abortable.ts";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import { Deadline } from "../core/deadline.ts";
import { CompletionError, ConfigError, OaievalError } from "../core/errors.ts";
import type { Answer, CompleteOptions, Eval, SampleContext } from "../core/eval.ts";
import type { ErrorData, EventDraft } from "../core/event.ts";
import type { Prompt } from "../core/prompt.ts";
import { PythonRandom } from "../core/random.ts";
import type { Job, Outcome } from "../core/sample.ts";
import { SampleRecorder } from "../core/sample-recorder.ts";
import type { AnsweredData } from "../record/subject-answers.ts";

/** What all samples of a run share. */
export interface SampleEnvironment {
  readonly completionFns: readonly CompletionFn[];
  readonly seed: number;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Longest time for one sample, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Judges one sample. What fails only this sample becomes its `error` event.
 *
 * @throws {OaievalError} when every sample would fail alike
 * @throws the signal's reason when the run was cancelled
 */
export async function runSample(
  evaluation: Eval<unknown, object>,
  job: Job,
  environment: SampleEnvironment,
): Promise<Outcome> {
  if (job.fault) return outcomeOf(job, [{ type: "error", data: job.fault }]);
  const deadline = new Deadline(environment.signal, environment.timeoutMs);
  const ctx = new SampleRun(job, environment, deadline.signal);
  try {
    await orAborted(evaluation.evalSample(job.sample, ctx), deadline.signal);
  } catch (error) {
    if (environment.signal.aborted || failsEverySample(error)) throw error;
    ctx.record.error(deadline.expired ? timeoutData(environment) : errorData(error));
  } finally {
    deadline.end();
  }
  return outcomeOf(job, [...ctx.record.drafts]); // a sample whose time was up may go on and record more
}

function outcomeOf({ sampleId, repeat }: Job, events: readonly EventDraft[]): Outcome {
  return repeat === undefined ? { sampleId, events } : { sampleId, repeat, events };
}

/** The context of one sample. */
export class SampleRun implements SampleContext {
  readonly sampleId: string;
  readonly record = new SampleRecorder();
  readonly signal: AbortSignal;
  readonly #job: Job;
  readonly #environment: SampleEnvironment;
  #random: PythonRandom | undefined;

  constructor(job: Job, environment: SampleEnvironment, signal: AbortSignal) {
    this.sampleId = job.sampleId;
    this.signal = signal;
    this.#job = job;
    this.#environment = environment;
  }

  get random(): PythonRandom {
    this.#random ??= new PythonRandom(seedOf(this.#job, this.#environment));
    return this.#random;
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams = {},
    {
      fn = this.#environment.completionFns[0],
      purpose,
      signal = this.signal,
    }: CompleteOptions = {},
  ): Promise<Answer> {
    if (!fn) throw new ConfigError("the eval asks a completion function, and the run has none");
    signal.throwIfAborted();
    const before = this.record.drafts.length;
    const result = await fn.complete(prompt, params, { ...this.#call, purpose, signal });
    this.#recordAnswer(result, { prompt, params, purpose }, before);
    return { ...result, text: result.completions[0] ?? "" };
  }

  /** What a function made of several calls would otherwise stand nowhere in the log. */
  #recordAnswer({ completions: sampled }: CompletionResult, asked: object, before: number): void {
    const calls = this.record.drafts.slice(before).filter(({ type }) => type === "sampling");
    const [only] = calls;
    if (only && calls.length === 1 && isDeepStrictEqual(sampledIn(only), sampled)) return;
    const answered: AnsweredData = { prompt: null, ...asked, sampled, calls: calls.length };
    this.record.event("answered", answered);
  }

  get #call(): Pick<CallContext, "sampleId" | "sample" | "repeat" | "record"> {
    const { sampleId, sample, repeat = 0 } = this.#job;
    return { sampleId, sample, repeat, record: this.record };
  }
}

function sampledIn({ data }: EventDraft): unknown {
  return Object(data).sampled;
}

/** The first repeat draws what a sample that runs once does, as openai/evals has it. */
function seedOf({ sampleId, repeat = 0 }: Job, { seed }: SampleEnvironment): string {
  return repeat === 0 ? `${sampleId}:${seed}` : `${sampleId}:${seed}:${repeat}`;
}

function failsEverySample(error: unknown): boolean {
  if (error instanceof CompletionError) return error.kind === "fatal";
  return error instanceof ConfigError;
}

function timeoutData({ timeoutMs = 0 }: SampleEnvironment): ErrorData {
  const seconds = timeoutMs / 1000;
  return {
    type: "TimeoutError",
    kind: "timeout",
    message: `the sample was not done after ${seconds} s (--sample-timeout ${seconds})`,
  };
}

function errorData(error: unknown): ErrorData {
  if (error instanceof CompletionError) {
    const { name, message, kind, status, code } = error;
    return { type: name, message, kind, status, code };
  }
  if (error instanceof OaievalError) return { type: error.name, message: error.message };
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return { type: error.name, message: error.message, stack: error.stack };
}
