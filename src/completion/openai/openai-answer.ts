import { z } from "zod";
import type { CompletionResult } from "../../core/completion.ts";
import { contentText } from "../../core/prompt.ts";
import { toolCallsText } from "./tool-calls.ts";

const ContentParts = z.array(z.object({ type: z.string(), text: z.string().optional() }));

const Message = z.object({
  content: z.union([z.string(), ContentParts]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  /** Of several servers, by either name. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
});
type Message = z.infer<typeof Message>;

const Choice = z.object({
  message: Message.optional(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
});
type Choice = z.infer<typeof Choice>;

const Completion = z.object({
  choices: z.array(Choice),
  model: z.string().nullish(),
  usage: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Reads the body of a chat or text completion. Where a message has no content, its refusal is the
 * answer, or the text of the tool calls; with none of these, as when a model spent its tokens on
 * thinking, there is no answer. Among several answers it is an empty one, so that the others keep
 * their places.
 *
 * @returns undefined when the body is something else
 */
export function readAnswer(body: unknown): CompletionResult | undefined {
  const { data } = Completion.safeParse(typeof body === "string" ? parsed(body) : body);
  if (!data) return undefined;
  const { choices, model, usage } = data;
  const texts = choices.map(textOf);
  const isSilent = texts.length === 1 && texts[0] === undefined;
  return {
    completions: isSilent ? [] : texts.map((text) => text ?? ""),
    model: model ?? undefined,
    usage: usage ?? undefined,
    finish_reason: choices[0]?.finish_reason ?? undefined,
    ...details(choices),
  };
}

/** What only some answers have. */
function details(choices: readonly Choice[]): Partial<CompletionResult> {
  const reasoning = choices.map(reasoningOf);
  const calls = choices.flatMap(({ message }) => message?.tool_calls ?? []);
  const isRefused = choices.some(
    ({ message }) => message && !contentOf(message) && message.refusal,
  );
  const reasons = choices.map(({ finish_reason }) => finish_reason ?? null);
  return {
    ...(reasons.length > 1 ? { finish_reasons: reasons } : {}),
    ...(reasoning.some(Boolean) ? { reasoning } : {}),
    ...(isRefused ? { refusal: true } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function textOf({ message, text }: Choice): string | undefined {
  if (!message) return text ?? undefined;
  const { refusal, tool_calls } = message;
  const content = contentOf(message);
  if (content) return content;
  if (refusal) return refusal;
  return tool_calls?.length ? toolCallsText(tool_calls) : content;
}

function contentOf({ content }: Message): string | undefined {
  if (content === null || content === undefined) return undefined;
  return contentText({ role: "assistant", content });
}

function reasoningOf({ message }: Choice): string | null {
  return message?.reasoning_content || message?.reasoning || null;
}

/** Some servers call their JSON plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
