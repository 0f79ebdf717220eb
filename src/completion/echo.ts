import { z } from "zod";
import type { CompletionFn, CompletionResult } from "../core/completion.ts";
import { contentText, type Prompt, toMessages } from "../core/prompt.ts";

/** Answers with the last thing that the user said, or the last message when no user spoke. */
export class Echo implements CompletionFn {
  static readonly Args = z.strictObject({});

  async complete(prompt: Prompt): Promise<CompletionResult> {
    const messages = toMessages(prompt);
    const last = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
    return { completions: [last ? contentText(last) : ""] };
  }
}
