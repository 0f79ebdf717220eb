import { z } from "zod";
import { parseTemplate, type TemplateValues } from "./format.ts";
import type { ChatMessage } from "./prompt.ts";

const Message = z.object({ role: z.string(), content: z.string(), name: z.string().optional() });

/** A prompt with placeholders, as YAML has it: a text, which is one user message, or messages. */
export const PromptText = z.union([z.string(), z.array(Message).min(1)]);
/** See the schema of the same name. */
export type PromptText = z.infer<typeof PromptText>;

/** A prompt that is read and ready to be filled. */
export interface PromptTemplate {
  /** Every name that it asks for, once, in order. */
  readonly names: readonly string[];
  /** @throws {ConfigError} when a name has no value */
  fill(values: TemplateValues): readonly ChatMessage[];
}

/**
 * Reads a prompt, each message by itself.
 *
 * @param where the place of the prompt, for messages
 * @throws {ConfigError} when a placeholder cannot be read
 */
export function parsePrompt(prompt: PromptText, where?: string): PromptTemplate {
  const given = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  const messages = given.map((message) => ({
    ...message,
    template: parseTemplate(message.content, where),
  }));
  return {
    names: [...new Set(messages.flatMap(({ template }) => template.names))],
    fill: (values) =>
      messages.map(({ template, ...message }) => ({ ...message, content: template.fill(values) })),
  };
}
