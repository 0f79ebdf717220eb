import type { FailureKind } from "../../core/errors.ts";

/**
 * How a refusal is treated by its HTTP status: no access, no credit and no such place fail every call
 * alike; what is busy or broken may pass; all else fails this call alone.
 */
export function failureKind(status: number | undefined): FailureKind {
  if (status === undefined || status >= 500) return "transient";
  if ([401, 402, 403, 404].includes(status)) return "fatal";
  return [408, 409, 425, 429].includes(status) ? "transient" : "permanent";
}
