import type { CompletionParams } from "../../core/completion.ts";
import { INVALID } from "./choices.ts";
import { type ReadingRules, readVerdict, type Verdict } from "./verdict.ts";

/** The option of the OpenAI API that asks for reasoning and choice as JSON. */
export function structuredParams(choices: readonly string[]): CompletionParams {
  const schema = {
    type: "object",
    properties: {
      reasoning: { type: "string" },
      choice: { type: "string", enum: [...new Set(choices)] },
    },
    required: ["reasoning", "choice"],
    additionalProperties: false,
  };
  return {
    response_format: {
      type: "json_schema",
      json_schema: { name: "verdict", strict: true, schema },
    },
  };
}

/**
 * Reads a verdict in JSON. An answer that is none is read as text: the endpoint did not know the
 * option. JSON that was cut short is not, for its last word is no verdict.
 */
export function readStructured(text: string, rules: ReadingRules): Verdict {
  const json = text
    .trim()
    .replace(/^```(?:json)?|```$/g, "")
    .trim();
  if (!json.startsWith("{")) return readVerdict(text, rules);
  const { choice, reasoning } = parseObject(json);
  const isText = typeof reasoning === "string" && reasoning.trim() !== "";
  const rest = { text, reasoning: isText ? reasoning : null };
  if (rules.choices.includes(String(choice))) {
    return { choice: String(choice), readAs: "structured", ...rest };
  }
  const named = typeof choice === "string" ? readVerdict(choice, rules) : undefined;
  return { choice: INVALID, readAs: "none", ...named, ...rest };
}

function parseObject(json: string): { readonly choice?: unknown; readonly reasoning?: unknown } {
  try {
    return Object(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
