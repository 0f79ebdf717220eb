import type { CompletionParams } from "../../core/completion.ts";
import { parseTemplate } from "../../core/format.ts";
import { type ChatMessage, type Prompt, toMessages } from "../../core/prompt.ts";

/**
 * The text of a template of an entry's args.
 *
 * @throws {ConfigError} when it asks for a name without a value
 */
export function cueText(
  template: string,
  where: string,
  values: Readonly<Record<string, string>> = {},
): string {
  return parseTemplate(template, where).fill(new Map(Object.entries(values)));
}

/** A prompt as a chat that goes on with further messages. */
export function goOn(prompt: Prompt, ...messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return [...toMessages(prompt), ...messages];
}

/** Options for one answer, where several would be of no use. */
export function forOneAnswer({ n: _, ...params }: CompletionParams): CompletionParams {
  return params;
}
