import { z } from "zod";
import type { CompletionResult } from "../core/completion.ts";
import { contentText } from "../core/prompt.ts";

const ContentParts = z.array(z.object({ type: z.string(), text: z.string().optional() }));

const Choice = z.object({
  message: z.object({ content: z.union([z.string(), ContentParts]).nullish() }).optional(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
});

const Completion = z.object({
  choices: z.array(Choice),
  model: z.string().nullish(),
  usage: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Reads the body of a chat or text completion. Contents that are null, as when a model spent its
 * tokens on thinking or calls a tool, are no completions.
 *
 * @returns undefined when the body is something else
 */
export function readAnswer(body: unknown): CompletionResult | undefined {
  const { data } = Completion.safeParse(typeof body === "string" ? parsed(body) : body);
  if (!data) return undefined;
  return {
    completions: data.choices.map(textOf).filter((text) => text !== undefined),
    model: data.model ?? undefined,
    usage: data.usage ?? undefined,
    finish_reason: data.choices[0]?.finish_reason ?? undefined,
  };
}

function textOf({ message, text }: z.infer<typeof Choice>): string | undefined {
  const content = message ? message.content : text;
  if (content === null || content === undefined) return undefined;
  return contentText({ role: "assistant", content });
}

/** Some servers call their JSON plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
