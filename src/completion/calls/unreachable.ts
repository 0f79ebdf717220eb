import type { CompletionError } from "../../core/errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ENOTFOUND: "no such host (ENOTFOUND)",
};

/** What a system's code says of an address where nobody is; undefined for any other failure. */
export function whyUnreachable(code: string | undefined): string | undefined {
  return REASONS[code ?? ""];
}

/** Whether a call failed because nobody is at the address. */
export function isUnreachable({ code }: CompletionError): boolean {
  return whyUnreachable(code) !== undefined;
}
