import type { CompletionResult, SentRequest } from "../../core/completion.ts";
import { CompletionError } from "../../core/errors.ts";

/**
 * What a completion function returned, as a result. A whole result may be returned, an object with
 * `get_completions()` as in openai/evals, or a bare value: that is one completion, `0` and `false`
 * included. Objects become JSON with sorted keys; completions that are null are left out.
 *
 * @throws {CompletionError} when it cannot be an answer
 */
export function toResult(value: unknown): CompletionResult {
  if (Array.isArray(value)) throw notAnAnswer("a list");
  if (!isObject(value)) return { completions: [toText(value)] };
  if (typeof value["get_completions"] === "function") {
    return { completions: toTexts(value["get_completions"]()) };
  }
  if (!("completions" in value)) return { completions: [toText(value)] };
  return { ...metadata(value), completions: toTexts(value["completions"]) };
}

/** JSON whose keys are sorted, so that equal objects have equal texts. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isObject(part) ? sortKeys(part) : part));
}

type Fields = Readonly<Record<string, unknown>>;

function toTexts(completions: unknown): string[] {
  if (!Array.isArray(completions)) return [toText(completions)];
  return completions.filter((completion) => completion !== null).map(toText);
}

function toText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      if (value === null) throw notAnAnswer("null");
      return jsonText(value);
    default:
      throw notAnAnswer(typeof value);
  }
}

function jsonText(value: object): string {
  try {
    return stableJson(value);
  } catch (cause) {
    throw notAnAnswer("an object that JSON cannot hold", cause);
  }
}

function metadata(fields: Fields): Omit<CompletionResult, "completions"> {
  const { model, usage, finish_reason, finish_reasons, reasoning, tool_calls, sent } = fields;
  return {
    model: typeof model === "string" ? model : undefined,
    usage: isObject(usage) ? usage : undefined,
    finish_reason: typeof finish_reason === "string" ? finish_reason : undefined,
    finish_reasons: textsOrNulls(finish_reasons),
    reasoning: textsOrNulls(reasoning),
    refusal: fields["refusal"] === true ? true : undefined,
    tool_calls: Array.isArray(tool_calls) ? tool_calls : undefined,
    cached: fields["cached"] === true ? true : undefined,
    sent: isSent(sent) ? sent : undefined,
  };
}

/** One text stands for a list of it. */
function textsOrNulls(value: unknown): readonly (string | null)[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.map((each) => (typeof each === "string" ? each : null));
}

/** The log shows it as it is; whether it is a prompt and options is the author's business. */
function isSent(value: unknown): value is SentRequest {
  return isObject(value) && "prompt" in value && isObject(value["params"]);
}

function notAnAnswer(what: string, cause?: unknown): CompletionError {
  return new CompletionError(`the completion function returned ${what}`, {
    fix: "return a text, or { completions: [text] }",
    cause,
  });
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortKeys(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
