import { z } from "zod";
import type { CompletionResult, Usage } from "../../core/completion.ts";
import { toolCallsText } from "./tool-calls.ts";

const Part = z.object({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
});

const Item = z.looseObject({
  type: z.string(),
  content: z.array(Part).nullish(),
  summary: z.array(Part).nullish(),
});
type Item = z.infer<typeof Item>;

const Response = z.object({
  status: z.enum(["completed", "incomplete"]).default("completed"),
  output: z.array(Item),
  model: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().optional() }).nullish(),
  usage: z.record(z.string(), z.unknown()).nullish(),
});
type Response = z.infer<typeof Response>;

/**
 * Reads the body of a response. As in a chat, a refusal or calls of tools are the answer where there
 * is no text. Usage and the reason of the end have the names of the chat API.
 *
 * @returns undefined when the body is something else, such as a response that failed
 */
export function readResponse(body: unknown): CompletionResult | undefined {
  const { data } = Response.safeParse(body);
  if (!data) return undefined;
  const { output, model, usage } = data;
  const calls = output.filter(({ type }) => /^(function|custom_tool)_call$/.test(type));
  const reasoning = output.filter(({ type }) => type === "reasoning").flatMap(thoughtsOf);
  const text = textsOf(output, "text");
  const refusal = textsOf(output, "refusal");
  const answer = text || refusal || (calls.length > 0 ? toolCallsText(calls) : text);
  return {
    completions: answer === undefined ? [] : [answer],
    model: model ?? undefined,
    usage: usage ? chatUsage(usage) : undefined,
    finish_reason: finishReason(data, calls.length > 0),
    ...(reasoning.length > 0 ? { reasoning: [reasoning.join("\n\n")] } : {}),
    ...(refusal && !text ? { refusal: true } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/**
 * The response that a stream ends with.
 *
 * @returns undefined when the stream ended before it
 */
export async function assembleResponse(events: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const event of events) {
    const { type, response } = Object(event) as { type?: unknown; response?: unknown };
    if (type === "error") return { error: event };
    if (/^response\.(completed|incomplete|failed)$/.test(String(type))) last = response;
  }
  return last;
}

/** The texts of all messages; undefined when there is none, which is not the same as empty ones. */
function textsOf(output: readonly Item[], field: "text" | "refusal"): string | undefined {
  const texts = output
    .filter(({ type }) => type === "message")
    .flatMap(({ content }) => content ?? [])
    .flatMap((part) => part[field] ?? []);
  return texts.length > 0 ? texts.join("") : undefined;
}

/** The summary that closed models give, and the whole that open ones do. */
function thoughtsOf({ summary, content }: Item): string[] {
  return [...(summary ?? []), ...(content ?? [])].flatMap(({ text }) => text || []);
}

function finishReason({ status, incomplete_details }: Response, hasCalls: boolean): string {
  if (status === "completed") return hasCalls ? "tool_calls" : "stop";
  const reason = incomplete_details?.reason ?? "incomplete";
  return reason === "max_output_tokens" ? "length" : reason;
}

const USAGE_NAMES: Readonly<Record<string, string>> = {
  input_tokens: "prompt_tokens",
  output_tokens: "completion_tokens",
  input_tokens_details: "prompt_tokens_details",
  output_tokens_details: "completion_tokens_details",
};

function chatUsage(usage: Usage): Usage {
  return Object.fromEntries(
    Object.entries(usage).map(([name, tokens]) => [USAGE_NAMES[name] ?? name, tokens]),
  );
}
