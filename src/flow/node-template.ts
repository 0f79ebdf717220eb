import { ConfigError } from "../core/errors.ts";
import { readText } from "../data/yaml/read-text.ts";
import { compileTemplate, type JinjaTemplate } from "../jinja/template.ts";
import type { FlowNode } from "./spec.ts";

/** The template of a node and its text, which tells what may not stand in values. */
export interface NodeTemplate extends JinjaTemplate {
  readonly text: string;
}

/**
 * Reads the template of a `prompt` or `llm` node, and warns of names that no input has.
 *
 * @param given inputs that its values come from
 * @throws {ConfigError} when it cannot be read, or an input has a name that means something else
 */
export async function readNodeTemplate(
  { name, path = "", inputs, where }: FlowNode,
  given: Iterable<string>,
  warn: (message: string) => void,
): Promise<NodeTemplate> {
  if (inputs.has("template")) {
    throw new ConfigError(`the node "${name}" has an input "template", which is its text`, {
      where: inputs.get("template")?.where ?? where,
      fix: "give the input another name, here and in the template",
    });
  }
  const { text, fault } = readText(path);
  if (fault !== undefined)
    throw new ConfigError("the template cannot be read", { where, fix: fault });
  const { variables, render } = await compileTemplate(text, { where: path });
  const known = new Set(given);
  const unknown = [...variables].filter((variable) => !known.has(variable));
  if (unknown.length > 0) {
    const names = unknown.map((variable) => `"${variable}"`).join(", ");
    warn(
      `${where}: the template asks for ${names}, which the node "${name}" has no input for: it is empty`,
    );
  }
  return { text, variables, render };
}
