import type { CompletionFn } from "../../core/completion.ts";
import type { Answerer, AnswerKeys } from "./answer-key.ts";
import type { AnswerStore } from "./answer-store.ts";
import type { CallStats } from "./call-stats.ts";
import { toResult } from "./completion-result.ts";

/** What a cache is made of. */
export interface AnswerCache {
  readonly keys: AnswerKeys;
  readonly store: AnswerStore;
  /** Counts what was not asked. */
  readonly stats: CallStats;
}

/**
 * Answers from a cache what was answered before, marked as `cached`. Failures are never kept, so
 * what failed is asked again in the next run.
 */
export function cached(
  fn: CompletionFn,
  answerer: Answerer,
  { keys, store, stats }: AnswerCache,
): CompletionFn {
  return {
    async complete(prompt, params, call) {
      const name = keys.next(answerer, { prompt, params, call });
      const kept = await store.read(name);
      call.signal.throwIfAborted();
      if (kept) {
        stats.cached = (stats.cached ?? 0) + 1;
        return { ...kept, cached: true };
      }
      const answer = toResult(await fn.complete(prompt, params, call));
      await store.write(name, answer);
      return answer;
    },
  };
}
