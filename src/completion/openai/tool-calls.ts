import { z } from "zod";
import { stableJson } from "../calls/completion-result.ts";

const Named = z.object({ name: z.string(), arguments: z.unknown(), input: z.unknown() }).partial();

/** A call of a tool as chat completions (`function`, `custom`) or responses (flat) have it. */
const ToolCall = Named.extend({ function: Named.optional(), custom: Named.optional() });

/**
 * Calls of tools as one text that evals can match, with sorted keys and without the ids, which are
 * random: `{"tool_calls":[{"arguments":{"city":"Lima"},"name":"get_weather"}]}`. Arguments that are
 * no JSON stay text.
 */
export function toolCallsText(calls: readonly unknown[]): string {
  return stableJson({ tool_calls: calls.map(plainCall) });
}

function plainCall(call: unknown): object {
  const { data = {} } = ToolCall.safeParse(call);
  const { name = "", arguments: given, input } = data.function ?? data.custom ?? data;
  return { name, arguments: typeof given === "string" ? parsed(given) : (given ?? input ?? {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
