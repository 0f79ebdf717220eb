import { ConfigError } from "../../core/errors.ts";
import { parseTemplate, type Template } from "../../core/format.ts";
import { strip } from "../../metrics/text/white-space.ts";
import { letter } from "./choices.ts";
import type { ModelGradedSpec } from "./spec.ts";

/**
 * The form of one of several answers that are judged side by side.
 *
 * @param n how many there are
 * @param where the spec, for messages
 * @throws {ConfigError} when there are several and no form, or it asks for what it cannot have
 */
export function readOutputTemplate(
  { output_template }: Pick<ModelGradedSpec, "output_template">,
  n: number,
  where: string,
): Template {
  if (output_template === undefined && n > 1) {
    const message = `${n} answers are judged side by side, and the spec has no form for one`;
    throw new ConfigError(message, {
      where,
      fix: 'add output_template to the spec, such as "{i}. {output}\\n"',
    });
  }
  const template = parseTemplate(output_template ?? "{output}", where);
  const unknown = template.names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return template;
  throw new ConfigError(`output_template asks for "${unknown}"`, {
    where,
    fix: `it can have ${NAMES.map((name) => `{${name}}`).join(", ")}`,
  });
}

/** Several answers as one text, each in its form. */
export function joinAnswers(template: Template, answers: readonly string[]): string {
  const shown = answers.map((output, index) => {
    const letters = { i_abc: letter(index), i_ABC: letter(index).toUpperCase() };
    const values = { i: index + 1, ...letters, output, n: answers.length };
    return template.fill(new Map(Object.entries(values)));
  });
  return strip(shown.join(""));
}

const NAMES = ["i", "i_abc", "i_ABC", "output", "n"];
