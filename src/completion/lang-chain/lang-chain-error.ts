import { CompletionError } from "../../core/errors.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { failureKind } from "../calls/failure-kind.ts";

/**
 * What a runnable threw: an error with an HTTP status as one whose kind says how it is treated; any
 * other as it is, with its stack, for it is a fault of the chain.
 */
export function runnableError(error: unknown, { name, secrets }: CompletionFnContext): unknown {
  if (error instanceof CompletionError || !(error instanceof Error)) return error;
  const status = statusOf(error);
  if (status === undefined) return error;
  return new CompletionError(secrets.redact(`${name}: ${error.message}`), {
    kind: failureKind(status),
    status,
    cause: error,
  });
}

/** Libraries of providers put it in either of two fields, and LangChain may wrap their error. */
function statusOf(error: Error): number | undefined {
  const { status, statusCode, cause } = error as Error & Readonly<Record<string, unknown>>;
  const found = [status, statusCode].find((value) => typeof value === "number");
  if (typeof found === "number") return found;
  return cause instanceof Error ? statusOf(cause) : undefined;
}
