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
  /** The same of each of several answers. */
  readonly finish_reasons?: readonly (string | null)[] | undefined;
  /** What was thought before each answer; null where nothing was, or it is not told. */
  readonly reasoning?: readonly (string | null)[] | undefined;
  /** The completions as they came, where reasoning was taken out of them. */
  readonly raw?: readonly string[] | undefined;
  /** Whether an answer is the provider's words for a refusal. */
  readonly refusal?: boolean | undefined;
  /** Tools that the answers call, as the provider put it. */
  readonly tool_calls?: readonly unknown[] | undefined;
  /** Whether the answer is one of an earlier run; its tokens were paid then. */
  readonly cached?: boolean | undefined;
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
  /**
   * Which model is asked, and where: `gpt-4o at https://api.openai.com/v1`. Functions with the same
   * target share its limits.
   */
  readonly target?: string | undefined;
  /**
   * Set by a function that has its answers from other completion functions. They try again and are
   * logged; doing it once more around them would multiply tries and count tokens twice.
   */
  readonly asksOthers?: boolean;
  /**
   * Runs before the first call; what can be wrong is found here, before a call is paid.
   *
   * @throws {ConfigError} when no call could be answered
   */
  prepare?(): Promise<void>;
  /** @throws {CompletionError} when there is no answer */
  complete(prompt: Prompt, params: CompletionParams, call: CallContext): Promise<CompletionResult>;
}

/** Turns texts into vectors: near texts have near ones. */
export interface EmbeddingFn {
  /** Which model is asked, and where, as of a completion function. */
  readonly target?: string | undefined;
  /** @throws {CompletionError} when there is no answer */
  embed(texts: readonly string[], signal: AbortSignal): Promise<EmbeddingResult>;
}

/** One vector for each text, in the texts' order. */
export interface EmbeddingResult {
  readonly embeddings: readonly (readonly number[])[];
  /** The model as the provider names it. */
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
}
