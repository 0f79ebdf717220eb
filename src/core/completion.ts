import type { Prompt } from "./prompt.ts";
import type { SampleRecorder } from "./sample-recorder.ts";

/** Options of one call, in the names of the OpenAI API (`temperature`, `max_tokens`, `n` …). */
export type CompletionParams = Readonly<Record<string, unknown>>;

/** Tokens of one call, in the names of the API; nested details are kept as they came. */
export type Usage = Readonly<Record<string, unknown>>;

/** What a completion function answers. */
export interface CompletionResult {
  /** The answers, one for each that was asked for. Empty when there is none. */
  readonly completions: readonly string[];
  /** The model as the provider names it. */
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  /** Why the answer ended, in the provider's words: `stop`, `length`, `content_filter` … */
  readonly finish_reason?: string | undefined;
  /** What was really asked, where the function changed the prompt or the options. */
  readonly sent?: SentRequest | undefined;
}

/** A request as it left a completion function; the log shows it. */
export interface SentRequest {
  readonly prompt: Prompt;
  readonly params: CompletionParams;
}

/** Who asks, for which sample, and until when. Composite functions hand it on. */
export interface CallContext {
  readonly sampleId: string;
  /** The data row that is being judged; only test doubles such as `oracle` look at it. */
  readonly sample: unknown;
  readonly repeat: number;
  readonly record: SampleRecorder;
  /** Aborts when the sample's time is up or the run is cancelled. */
  readonly signal: AbortSignal;
  /** Set when the answer is a verdict on another answer. */
  readonly purpose?: "judge" | undefined;
}

/** Anything that answers prompts: a model, a chain, a whole application. */
export interface CompletionFn {
  /** @throws {CompletionError} when there is no answer */
  complete(prompt: Prompt, params: CompletionParams, call: CallContext): Promise<CompletionResult>;
}
