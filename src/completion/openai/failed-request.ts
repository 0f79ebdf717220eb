import { CompletionError, type CompletionFailure, type ErrorDetails } from "../../core/errors.ts";
import type { Secrets } from "../../core/secrets.ts";
import type { Endpoint } from "./endpoint.ts";

/** A request without an answer. */
export interface FailedRequest {
  readonly model: string;
  readonly endpoint: Omit<Endpoint, "connect">;
  /** What is asked below the endpoint's URL, such as `/chat/completions`. */
  readonly path: string;
  /** How long an answer was waited for, in milliseconds. */
  readonly waitedMs: number;
  /** Some servers repeat the key in what they say. */
  readonly secrets: Secrets;
}

/** The error of a request: which model, where, and why. */
export function failure(
  { model, endpoint, path, secrets }: FailedRequest,
  reason: string,
  details: ErrorDetails & CompletionFailure,
): CompletionError {
  const { host } = new URL(endpoint.url);
  return new CompletionError(secrets.redact(`${model} at ${host}: ${clip(reason)}`), {
    where: endpoint.url + path,
    ...details,
  });
}

const LONGEST = 500;

/** One line, and no more of a page of HTML than tells what it is. */
function clip(reason: string): string {
  const line = reason.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}
