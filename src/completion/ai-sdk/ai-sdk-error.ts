import { CompletionError, ConfigError } from "../../core/errors.ts";
import type { Secrets } from "../../core/secrets.ts";
import { type FailedRequest, failure } from "../openai/failed-request.ts";
import { connectionError } from "../openai/openai-network-error.ts";
import { refusalError } from "../openai/openai-refusal.ts";

/**
 * What the AI SDK threw, as an error whose kind says how it is treated; what is no failed request
 * stays as it is. Errors are told apart by their names: the user's own copy of the SDK made them.
 */
export function generateError(error: unknown, model: string, secrets: Secrets): unknown {
  if (error instanceof CompletionError || !(error instanceof Error)) return error;
  if (/^AI_Load(APIKey|Setting)Error$/.test(error.name)) return missingSetting(error, model);
  if (error.name === "AI_APICallError") return callError(error as ApiCallError, model, secrets);
  if (/^AI_/.test(error.name))
    return new CompletionError(`${model}: ${error.message}`, { cause: error });
  return error;
}

interface ApiCallError extends Error {
  readonly url: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Record<string, string>;
}

function missingSetting(cause: Error, model: string): ConfigError {
  const [, name] = /\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)\b/.exec(cause.message) ?? [];
  return new ConfigError(`${model}: ${cause.message}`, { fix: name && `set ${name}`, cause });
}

function callError(error: ApiCallError, model: string, secrets: Secrets): CompletionError {
  const { origin, pathname } = new URL(error.url);
  const request: FailedRequest = {
    model,
    endpoint: {
      url: origin + pathname,
      keySource: "api_key, or in the provider's own variable",
      whenUnknown: () => "check the model's name",
    },
    path: "",
    waitedMs: 0,
    secrets,
  };
  const { statusCode: status, responseHeaders, message, cause } = error;
  if (status === undefined) return connectionError(cause instanceof Error ? cause : error, request);
  if (status < 400) return noAnswer(request, error);
  const headers = new Headers(responseHeaders);
  return refusalError(
    { status, headers, fields: { message, code: codeOf(message) }, cause },
    request,
  );
}

/** Anthropic says so in the message alone, with a status that is also that of a bad request. */
function codeOf(message: string): string | undefined {
  return /credit balance is too low/i.test(message) ? "insufficient_quota" : undefined;
}

function noAnswer(request: FailedRequest, cause: Error): CompletionError {
  return failure(request, `the answer is no completion: ${cause.message}`, {
    kind: "transient",
    code: "no_answer",
    cause,
  });
}
