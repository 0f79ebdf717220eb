import { orAborted } from "../../core/abortable.ts";
import type { CompletionFn, EmbeddingFn } from "../../core/completion.ts";
import { CompletionError } from "../../core/errors.ts";
import { CallStats } from "./call-stats.ts";
import { estimatedTokens } from "./estimated-tokens.ts";
import type { Gate, Visitor } from "./gate.ts";
import { systemTime, type Time } from "./time.ts";
import { isUnreachable } from "./unreachable.ts";

/** How long a call is tried, and who is told. */
export interface RetryPolicy {
  /** Tries of one call, the first included. @default 8 */
  readonly maxTries?: number | undefined;
  /** No try begins later than this after the first one, in milliseconds. @default 600_000 */
  readonly maxTimeMs?: number | undefined;
  /** Counts tries and waits. */
  readonly stats?: CallStats | undefined;
  /** Is told of every failure that is tried again. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Where every try waits until it may begin; the wait is none of the time for tries. */
  readonly gate?: Gate | undefined;
  /** @default the computer's clock */
  readonly time?: Time | undefined;
}

/** A failed try, and what follows. */
export interface RetryNotice {
  readonly error: CompletionError;
  /** The try that failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
}

/**
 * Asks again after a failure that may pass: transient ones up to `maxTries`, timeouts and endpoints
 * that cannot be reached once more. What a provider asks for in `Retry-After` is waited for. Where
 * nobody was ever reached behind the gate, the failure is fatal: it would be every call's.
 */
export function retrying(fn: CompletionFn, policy: RetryPolicy = {}): CompletionFn {
  return {
    complete(prompt, params, call) {
      const tokens = () => estimatedTokens(prompt, params);
      const visitor = { signal: call.signal, tokens };
      return tryAgain(() => fn.complete(prompt, params, call), visitor, policy);
    },
  };
}

/** Embeds texts again after a failure that may pass, as `retrying` does. */
export function retryingEmbedding(fn: EmbeddingFn, policy: RetryPolicy = {}): EmbeddingFn {
  return {
    target: fn.target,
    embed(texts, signal) {
      const tokens = () => estimatedTokens(texts.join(""));
      return tryAgain(() => fn.embed(texts, signal), { signal, tokens }, policy);
    },
  };
}

async function tryAgain<T>(
  work: () => Promise<T>,
  visitor: Visitor,
  policy: RetryPolicy,
): Promise<T> {
  const { stats = new CallStats(), onRetry, gate, time = systemTime } = policy;
  const { signal } = visitor;
  const patience = new Patience(policy, time);
  const attempt = () => {
    signal.throwIfAborted();
    patience.beginTry();
    stats.requests++;
    return orAborted(work(), signal);
  };
  for (;;) {
    try {
      return await (gate ? gate.pass(visitor, async () => attempt()) : attempt());
    } catch (error) {
      signal.throwIfAborted();
      const notice = patience.afterFailure(error);
      onRetry?.(notice);
      stats.waiting++;
      await time.wait(notice.waitMs, signal).finally(() => stats.waiting--);
      stats.waitedMs += notice.waitMs;
      stats.retries++;
    }
  }
}

/**
 * Time before the next try, in milliseconds: uniform between 0 and 1.5 · 2ᵏ s, at most 60 s, with k
 * counted from 0. The same as in openai/evals.
 */
export function backOffMs(attempt: number, random = Math.random): number {
  return random() * Math.min(60_000, 1500 * 2 ** (attempt - 1));
}

/** Failures that a second try mends seldom and an eighth never. */
function isStubborn(error: CompletionError): boolean {
  return error.kind === "timeout" || error.code === "no_answer" || isUnreachable(error);
}

const STUBBORN_TRIES = 2;

/** Counts the tries of one call against its limits. */
class Patience {
  readonly #maxTries: number;
  readonly #maxTimeMs: number;
  readonly #time: Time;
  readonly #gate: Gate | undefined;
  #start: number | undefined;
  #tries = 0;
  #stubborn = 0;

  constructor({ maxTries = 8, maxTimeMs = 600_000, gate }: RetryPolicy, time: Time) {
    this.#gate = gate;
    this.#maxTries = maxTries;
    this.#maxTimeMs = maxTimeMs;
    this.#time = time;
  }

  /** From the first try on the time counts. */
  beginTry(): void {
    this.#start ??= this.#time.now();
    this.#tries++;
  }

  /** @throws the error when it will not pass, or when tries or time are used up */
  afterFailure(error: unknown): RetryNotice {
    if (!(error instanceof CompletionError) || !mayPass(error)) throw error;
    if (isStubborn(error)) this.#stubborn++;
    if (this.#stubborn >= STUBBORN_TRIES || this.#tries >= this.#maxTries) throw this.#last(error);

    const waitMs = Math.max(error.retryAfterMs ?? 0, backOffMs(this.#tries));
    if (this.#elapsedMs() + waitMs > this.#maxTimeMs) throw this.#last(error);
    return { error, attempt: this.#tries, waitMs };
  }

  #elapsedMs(): number {
    return this.#time.now() - (this.#start ?? this.#time.now());
  }

  /** The error with what was done about it: the provider's own words stay in front. */
  #last(error: CompletionError): CompletionError {
    const { message, where, fix, status, code, retryAfterMs } = error;
    const kind = isUnreachable(error) && this.#gate?.leadsNowhere ? "fatal" : error.kind;
    const details = { where, fix, kind, status, code, retryAfterMs, cause: error };
    return new CompletionError(`${message} (${this.#effort(retryAfterMs)})`, details);
  }

  #effort(retryAfterMs: number | undefined): string {
    const tries = this.#tries === 1 ? "tried once" : `tried ${this.#tries} times`;
    const effort = `${tries} in ${seconds(this.#elapsedMs())} s`;
    if (retryAfterMs === undefined) return effort;
    return `${effort}; it asks to wait ${seconds(retryAfterMs)} s`;
  }
}

function mayPass({ kind }: CompletionError): boolean {
  return kind === "transient" || kind === "timeout";
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
