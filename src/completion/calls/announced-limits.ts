/** What an endpoint says is left of one of its limits. */
export interface AnnouncedLimit {
  readonly remaining: number;
  /** Until the limit is whole again, in milliseconds. */
  readonly resetMs: number;
}

/** What the headers of an answer say about limits. */
export interface AnnouncedLimits {
  readonly requests?: AnnouncedLimit | undefined;
  readonly tokens?: AnnouncedLimit | undefined;
}

/** Headers by their lower-case names, as the standard gives them. */
export type HeaderLookup = Pick<Headers, "get">;

/** Reads `x-ratelimit-remaining-*` and `x-ratelimit-reset-*`, which OpenAI and others send. */
export function announcedLimits(headers: HeaderLookup): AnnouncedLimits {
  return { requests: limitIn(headers, "requests"), tokens: limitIn(headers, "tokens") };
}

/**
 * How long to wait until an exhausted limit is whole again, in milliseconds; undefined when none is
 * exhausted.
 */
export function exhaustedMs({ requests, tokens }: AnnouncedLimits): number | undefined {
  const waits = [requests, tokens].flatMap((limit) =>
    limit && limit.remaining <= 0 ? [limit.resetMs] : [],
  );
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function limitIn(headers: HeaderLookup, what: string): AnnouncedLimit | undefined {
  const remaining = headers.get(`x-ratelimit-remaining-${what}`);
  const resetMs = durationMs(headers.get(`x-ratelimit-reset-${what}`) ?? "");
  if (remaining === null || !/^\s*\d+\s*$/.test(remaining) || resetMs === undefined)
    return undefined;
  return { remaining: Number(remaining), resetMs };
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `20ms`, `1s`, `6m0s`, `1h2m3.5s`; a bare number is seconds. */
function durationMs(text: string): number | undefined {
  const whole = text.trim();
  if (/^\d+(?:\.\d+)?$/.test(whole)) return Number(whole) * 1000;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(whole)) return undefined;
  const parts = whole.matchAll(/([\d.]+)(ms|[smhd])/g);
  return [...parts].reduce(
    (sum, [, amount, unit = ""]) => sum + Number(amount) * (UNITS[unit] ?? 0),
    0,
  );
}
