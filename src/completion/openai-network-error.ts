import type { CompletionError } from "../core/errors.ts";
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
  if (CERTIFICATE.test(code)) {
    return failure(request, `its certificate is not trusted: ${message} (${code})`, {
      kind: "fatal",
      code,
      fix: "name your own authority's file in NODE_EXTRA_CA_CERTS",
      cause,
    });
  }
  const { url } = request.endpoint;
  return failure(request, UNREACHABLE[code] ?? `the connection failed: ${message} (${code})`, {
    kind: "transient",
    code,
    fix: code in UNREACHABLE ? `check that ${url} is right and its server runs` : undefined,
    cause,
  });
}

const CERTIFICATE = /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_SSL/;

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ENOTFOUND: "no such host (ENOTFOUND)",
};

/** What really happened: the first cause that has a code, else the last cause there is. */
function innermost(error: Error): { readonly code: string; readonly message: string } {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (typeof code === "string" || !(cause instanceof Error)) {
    return { code: code ?? "connection", message };
  }
  return innermost(cause);
}
