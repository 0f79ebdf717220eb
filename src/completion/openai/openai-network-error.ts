import type { CompletionError } from "../../core/errors.ts";
import { whyUnreachable } from "../calls/unreachable.ts";
import { type FailedRequest, failure } from "./failed-request.ts";

/** Nothing came in time. */
export function timeoutError(cause: Error, request: FailedRequest): CompletionError {
  const seconds = Math.round(request.waitedMs / 100) / 10;
  return failure(request, `no answer within ${seconds} s`, {
    kind: "timeout",
    code: "timeout",
    fix: "a longer wait is set by --timeout SECONDS",
    cause,
  });
}

/** The network failed: no connection, or one that broke. */
export function connectionError(cause: Error, request: FailedRequest): CompletionError {
  const { code, message } = innermost(cause);
  const said = code === undefined ? message : `${message} (${code})`;
  if (INSECURE.test(code ?? "")) {
    return failure(request, `no secure connection: ${said}`, {
      kind: "fatal",
      code,
      fix: "name the file of your own certificate authority in NODE_EXTRA_CA_CERTS",
      cause,
    });
  }
  const unreachable = whyUnreachable(code);
  return failure(request, unreachable ?? `the connection failed: ${said}`, {
    kind: "transient",
    code,
    fix: unreachable && `check that ${request.endpoint.url} is right and its server runs`,
    cause,
  });
}

const INSECURE = /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_SSL/;

/** What really happened: the first cause that has a code, else the last cause there is. */
function innermost(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  const { code, cause } = error;
  return code === undefined && cause instanceof Error ? innermost(cause) : error;
}
