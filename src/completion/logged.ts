import type {
  CallContext,
  CompletionFn,
  CompletionResult,
  SentRequest,
} from "../core/completion.ts";
import { toResult } from "./completion-result.ts";

/**
 * Records each answer as one `sampling` event of its sample: what was asked, as it was sent, and
 * what came back. Whatever the function returns becomes a proper result first.
 */
export function logged(fn: CompletionFn): CompletionFn {
  return {
    async complete(prompt, params, call) {
      const result = toResult(await fn.complete(prompt, params, call));
      call.record.event("sampling", samplingData(result, result.sent ?? { prompt, params }, call));
      return result;
    },
  };
}

function samplingData(
  { completions, model, usage, finish_reason }: CompletionResult,
  { prompt, params }: SentRequest,
  { purpose }: CallContext,
): object {
  return { prompt, sampled: completions, model, usage, finish_reason, params, purpose };
}
