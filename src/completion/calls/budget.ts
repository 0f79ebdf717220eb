import type { AnnouncedLimit, AnnouncedLimits } from "./announced-limits.ts";

/** Share of the newest answer in the mean of tokens. */
const WEIGHT = 0.2;

/**
 * What an endpoint has announced to be left. As many requests may be under way as it said in its
 * last answer, until the time at which the limit is whole again.
 */
export class Budget {
  readonly #longestMs: number;
  #requests: Allowance | undefined;
  #tokens: Allowance | undefined;
  #tokensPerRequest = 1;

  /** @param longestMs what is whole again later than this is not waited for */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  hear({ requests, tokens }: AnnouncedLimits, now: number): void {
    this.#requests = this.#allowance(requests, now) ?? this.#requests;
    this.#tokens = this.#allowance(tokens, now) ?? this.#tokens;
  }

  /** @param tokens what an answer took of the limit */
  spent(tokens: number): void {
    const isFirst = this.#tokensPerRequest === 1;
    const weight = isFirst ? 1 : WEIGHT;
    this.#tokensPerRequest += weight * (tokens - this.#tokensPerRequest);
  }

  /** When one more request may begin beside those under way. */
  opensAt(underWay: number): number {
    const requests = opensAt(this.#requests, underWay + 1);
    const tokens = opensAt(this.#tokens, (underWay + 1) * this.#tokensPerRequest);
    return Math.max(requests, tokens);
  }

  #allowance(limit: AnnouncedLimit | undefined, now: number): Allowance | undefined {
    if (limit === undefined || limit.resetMs > this.#longestMs) return undefined;
    return { remaining: limit.remaining, resetAt: now + limit.resetMs };
  }
}

interface Allowance {
  readonly remaining: number;
  readonly resetAt: number;
}

function opensAt(allowance: Allowance | undefined, needed: number): number {
  if (allowance === undefined || needed <= allowance.remaining) return Number.NEGATIVE_INFINITY;
  return allowance.resetAt;
}
