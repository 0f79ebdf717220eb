import type {
  CallContext,
  CompletionFn,
  CompletionResult,
  SentRequest,
} from "../../core/completion.ts";
import { toResult } from "./completion-result.ts";
import { stripReasoning } from "./reasoning.ts";

/** How answers are recorded. */
export interface LogOptions {
  /** Leave out of completions what was thought before answering. @default true */
  readonly stripReasoning?: boolean | undefined;
}

/**
 * Records each answer as one `sampling` event of its sample: what was asked, as it was sent, and
 * what came back. Whatever the function returns becomes a proper result first. Answers of functions
 * that ask others are recorded by these alone.
 */
export function logged(fn: CompletionFn, options: LogOptions = {}): CompletionFn {
  const { stripReasoning: strips = true } = options;
  return {
    async complete(prompt, params, call) {
      const answered = toResult(await fn.complete(prompt, params, call));
      const result = strips ? stripReasoning(answered) : answered;
      if (fn.asksOthers) return result;
      call.record.event("sampling", samplingData(result, result.sent ?? { prompt, params }, call));
      return result;
    },
  };
}

function samplingData(
  { completions, sent: _, ...answer }: CompletionResult,
  { prompt, params }: SentRequest,
  { purpose }: CallContext,
): object {
  return { prompt, sampled: completions, ...answer, params, purpose };
}
