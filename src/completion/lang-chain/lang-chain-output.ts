import { z } from "zod";
import type { CompletionResult, Usage } from "../../core/completion.ts";
import { CompletionError } from "../../core/errors.ts";
import { contentText } from "../../core/prompt.ts";
import { toResult } from "../calls/completion-result.ts";

const Message = z.object({
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
  usage_metadata: z.record(z.string(), z.unknown()).optional(),
  response_metadata: z
    .looseObject({
      model_name: z.string().optional(),
      model: z.string().optional(),
      finish_reason: z.string().optional(),
      stop_reason: z.string().optional(),
    })
    .optional()
    .catch(undefined),
});

const Conversation = z.object({ messages: z.array(z.unknown()).min(1) });

/**
 * Reads what a runnable returned: a text, a message, the last message of a conversation, one field of
 * an object, or any other value as JSON.
 *
 * @throws {CompletionError} when it has no such field, or is no answer
 */
export function readOutput(output: unknown, key: string | undefined): CompletionResult {
  if (key !== undefined) return readOutput(fieldOf(output, key), undefined);
  const { data: conversation } = Conversation.safeParse(output);
  if (conversation) return readOutput(conversation.messages.at(-1), undefined);
  const { data: message } = Message.safeParse(output);
  return message ? readMessage(message) : toResult(output);
}

function fieldOf(output: unknown, key: string): unknown {
  const fields = Object(output) as Readonly<Record<string, unknown>>; // any object has fields
  if (typeof output === "object" && key in fields) return fields[key];
  throw new CompletionError(`what the runnable returned has no "${key}"`, {
    fix: `it has ${Object.keys(fields).join(", ") || "no fields"}; set output_key`,
  });
}

function readMessage(message: z.infer<typeof Message>): CompletionResult {
  const { content, usage_metadata: usage, response_metadata: about = {} } = message;
  return {
    completions: [contentText({ role: "assistant", content })],
    model: about.model_name ?? about.model,
    usage: usage && usageOf(usage),
    finish_reason: about.finish_reason ?? about.stop_reason,
  };
}

/** In the names of OpenAI's API, in which reports count tokens. */
function usageOf({ input_tokens, output_tokens, total_tokens }: Usage): Usage {
  return { prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens };
}
