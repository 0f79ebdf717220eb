import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../src/core/completion.ts";
import type { Prompt } from "../../src/core/prompt.ts";

/** What a completion function was asked. */
export interface RecordedCall {
  readonly prompt: Prompt;
  readonly params: CompletionParams;
  readonly sampleId: string;
  readonly purpose: CallContext["purpose"];
}

/** A completion function that remembers what it was asked. */
export interface AnsweringFn extends CompletionFn {
  readonly calls: readonly RecordedCall[];
}

/** A completion function with these answers in turn, then the last one for ever. */
export function answering(...answers: readonly (string | CompletionResult)[]): AnsweringFn {
  const calls: RecordedCall[] = [];
  return {
    calls,
    async complete(prompt, params, { sampleId, purpose }) {
      const answer = answers[calls.length] ?? answers.at(-1) ?? { completions: [] };
      calls.push({ prompt, params, sampleId, purpose });
      return typeof answer === "string" ? { completions: [answer] } : answer;
    },
  };
}
