import type { CompletionError } from "../../core/errors.ts";
import { type FailedRequest, failure } from "./failed-request.ts";
import { type ErrorFields, errorFields } from "./openai-error-body.ts";
import { connectionError, timeoutError } from "./openai-network-error.ts";
import { refusalError } from "./openai-refusal.ts";

/**
 * What the SDK threw, as an error whose kind says how it is treated. A wrong key, an unknown model,
 * an empty quota and a bad certificate fail every call alike; other refusals fail this one; rate
 * limits and faults of server or network may pass. What is no failed request stays as it is.
 */
export async function requestError(error: unknown, request: FailedRequest): Promise<unknown> {
  const { APIError, APIConnectionError, APIConnectionTimeoutError } = await import("openai");
  if (error instanceof APIConnectionTimeoutError || isTimeout(error)) {
    return timeoutError(error, request);
  }
  if (error instanceof APIConnectionError) return connectionError(error, request);
  if (error instanceof APIError) {
    const { status, headers, code, param, type } = error;
    const message = error.message.replace(/^\d{3} /, "");
    const fields = { message, code, param, type };
    return refusalError({ status, headers, fields, cause: error }, request);
  }
  if (!(error instanceof SyntaxError)) return error;
  return failure(request, "the answer is cut off or no JSON", {
    kind: "transient",
    code: "invalid_json",
    cause: error,
  });
}

/** Why the body of a success is no answer: it holds an error, or something else altogether. */
export function bodyError(body: unknown, request: FailedRequest): CompletionError {
  const fields = Object(body).error ? errorFields(body) : undefined;
  if (fields) return refusalError({ status: statusIn(fields), fields }, request);

  const shown = typeof body === "string" ? body : JSON.stringify(body);
  return failure(request, `the answer is no completion: ${shown}`, {
    kind: "transient",
    code: "no_answer",
    fix: `check ${request.endpoint.url}; most base URLs end in /v1`,
  });
}

function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Gateways pass a status on in the code of the error. */
function statusIn({ code }: ErrorFields): number | undefined {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}
