import { type PromptTemplate, parsePrompt } from "../../core/prompt-template.ts";
import type { ModelGradedSpec } from "./spec.ts";

/**
 * Reads the prompt of a spec; a text is one user message.
 *
 * @param instruction put below the last message as it is
 * @throws {ConfigError} when a placeholder cannot be read
 */
export function parseJudgePrompt(
  { prompt, where }: Pick<ModelGradedSpec, "prompt"> & { readonly where: string },
  instruction: string | undefined,
): PromptTemplate {
  const template = parsePrompt(prompt, where);
  const ending = instruction === undefined ? "" : `\n\n${instruction}`;
  return {
    names: template.names,
    fill: (values) =>
      template.fill(values).map((message, index, { length }) => {
        const isLast = index === length - 1;
        return isLast ? { ...message, content: `${message.content}${ending}` } : message;
      }),
  };
}
