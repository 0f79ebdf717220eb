import type { CompletionParams } from "../../core/completion.ts";
import { type Prompt, toText } from "../../core/prompt.ts";

/** Characters of English text in one token, on average. */
const CHARACTERS = 4;

/** Tokens that a request may take at most, as providers count them beforehand: prompt and limit. */
export function estimatedTokens(prompt: Prompt, params: CompletionParams = {}): number {
  const limit = params["max_completion_tokens"] ?? params["max_tokens"];
  const answer = typeof limit === "number" ? limit : 0;
  return Math.ceil(toText(prompt).length / CHARACTERS) + answer;
}
