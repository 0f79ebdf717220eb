import type { TemplateValues } from "../../core/format.ts";
import { parseTemplate } from "../../core/format.ts";
import type { ChatMessage } from "../../core/prompt.ts";
import type { ModelGradedSpec } from "./spec.ts";

/** The prompt of a judge, read and ready to be filled. */
export interface JudgePrompt {
  /** Every name that it asks for. */
  readonly names: readonly string[];
  fill(values: TemplateValues): readonly ChatMessage[];
}

/**
 * Reads the prompt of a spec; a text is one user message.
 *
 * @param instruction put below the last message as it is
 * @throws {ConfigError} when a placeholder cannot be read
 */
export function parseJudgePrompt(
  { prompt, where }: Pick<ModelGradedSpec, "prompt"> & { readonly where: string },
  instruction: string | undefined,
): JudgePrompt {
  const given = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  const messages = given.map((message) => ({
    ...message,
    template: parseTemplate(message.content, where),
  }));
  const ending = instruction === undefined ? "" : `\n\n${instruction}`;
  return {
    names: [...new Set(messages.flatMap(({ template }) => template.names))],
    fill: (values) =>
      messages.map(({ template, ...message }, index) => {
        const isLast = index === messages.length - 1;
        return { ...message, content: `${template.fill(values)}${isLast ? ending : ""}` };
      }),
  };
}
