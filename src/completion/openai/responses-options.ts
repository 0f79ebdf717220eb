import { ConfigError } from "../../core/errors.ts";
import { NEUTRAL, type RequestBody } from "./parameter-lesson.ts";

/**
 * Options in the names of the chat API as the Responses API has them. What it does not have is left
 * out where its value changes nothing; other values are for the server to refuse.
 *
 * @throws {ConfigError} when several answers are asked for: a response is one
 */
export function toResponsesOptions(options: RequestBody): RequestBody {
  const {
    n,
    max_tokens,
    max_completion_tokens = max_tokens,
    reasoning_effort,
    verbosity,
    response_format,
    ...rest
  } = options;
  if (typeof n === "number" && n > 1) throw oneAnswer(n);
  const text = withoutUndefined({ verbosity: set(verbosity), format: formatOf(response_format) });
  return withoutUndefined({
    ...withoutNeutralPenalties(rest),
    max_output_tokens: max_completion_tokens,
    reasoning: set(reasoning_effort) && { effort: reasoning_effort },
    text: Object.keys(text).length > 0 ? text : undefined,
  });
}

function oneAnswer(n: number): ConfigError {
  return new ConfigError(`n is ${n}, and the Responses API gives one answer to a request`, {
    fix: "ask the model as builtin:openai-chat, or run each sample several times with --repeats",
  });
}

function withoutNeutralPenalties(options: RequestBody): RequestBody {
  const penalties = ["presence_penalty", "frequency_penalty"];
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => !(penalties.includes(name) && value === NEUTRAL[name]),
    ),
  );
}

/** A schema stands one level higher than in the chat API. */
function formatOf(format: unknown): unknown {
  const { type, json_schema } = Object(format) as { type?: unknown; json_schema?: object };
  return type === "json_schema" && json_schema ? { type, ...json_schema } : set(format);
}

/** Options that are null are not sent. */
function set(value: unknown): unknown {
  return value ?? undefined;
}

function withoutUndefined(fields: RequestBody): RequestBody {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
