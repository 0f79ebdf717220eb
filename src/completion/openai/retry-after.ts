import { announcedLimits, exhaustedMs } from "../calls/announced-limits.ts";

/**
 * How long a refusal for too many requests asks to wait, in milliseconds: as `retryAfterMs`, or
 * until a limit is whole again of which nothing is left.
 */
export function waitOfRefusalMs(headers: Headers): number | undefined {
  return retryAfterMs(headers) ?? exhaustedMs(announcedLimits(headers));
}

/**
 * How long a response asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds
 * or as a date.
 */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = numberIn(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;

  const text = headers.get("retry-after");
  const seconds = numberIn(text);
  if (seconds !== undefined) return seconds * 1000;

  const date = Date.parse(text ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
