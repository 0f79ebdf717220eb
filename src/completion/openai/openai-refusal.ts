import type { CompletionError, FailureKind } from "../../core/errors.ts";
import { failureKind } from "../calls/failure-kind.ts";
import { type FailedRequest, failure } from "./failed-request.ts";
import type { ErrorFields } from "./openai-error-body.ts";
import { retryAfterMs, waitOfRefusalMs } from "./retry-after.ts";

/** An answer that says no. */
export interface Refusal {
  /** HTTP status; unknown when the error came in the body of a success. */
  readonly status: number | undefined;
  readonly headers?: Headers | undefined;
  readonly fields: ErrorFields;
  readonly cause?: unknown;
}

/** A refusal as an error: its kind, and how it is mended, by status and code. */
export function refusalError(refusal: Refusal, request: FailedRequest): CompletionError {
  const { status, headers, fields, cause } = refusal;
  const isBroke = status === 402 || [fields.code, fields.type].some(isOutOfCredit);
  return failure(request, `${status ?? "an error:"} ${fields.message}`, {
    kind: isBroke ? "fatal" : kindOf(refusal),
    status,
    code: typeof fields.code === "string" ? fields.code : undefined,
    retryAfterMs: headers && (status === 429 ? waitOfRefusalMs(headers) : retryAfterMs(headers)),
    fix: isBroke ? "add credit with the provider, or raise its limit" : mend(refusal, request),
    cause,
  });
}

/** Empty quotas come as 429, which a wait cannot mend. */
function isOutOfCredit(code: unknown): boolean {
  return /^(?:insufficient_quota|billing_hard_limit_reached|billing_not_active)$/.test(`${code}`);
}

/** An error that came in an answer has no status; by its code it may be about the request. */
function kindOf({ status, fields }: Refusal): FailureKind {
  const isOurs =
    status === undefined && /^(?:invalid|context|content|unsupported)_/.test(`${fields.code}`);
  return isOurs ? "permanent" : failureKind(status);
}

function mend({ status, fields }: Refusal, request: FailedRequest): string | undefined {
  const { code, param } = fields;
  if (status === 401 || status === 403) return `check the key in ${request.endpoint.keySource}`;
  if (status === 404) return request.endpoint.whenUnknown(request.model, request.path);
  if (/^unsupported_/.test(`${code}`) && typeof param === "string") {
    return `leave it out: --completion-args ${CHAT_NAMES[param] ?? param}=null`;
  }
  if (WANTS_STREAM.test(fields.message)) return "ask for a stream: --completion-args stream=true";
  return undefined;
}

/** What options of responses are called in args. */
const CHAT_NAMES: Readonly<Record<string, string>> = {
  "reasoning.effort": "reasoning_effort",
  "text.verbosity": "verbosity",
  max_output_tokens: "max_tokens",
};

const WANTS_STREAM = /only supports? stream|stream must be|non-?stream/i;
