import { setMaxListeners } from "node:events";
import type { CompletionFn } from "../../src/core/completion.ts";
import { CompletionError, type CompletionFailure } from "../../src/core/errors.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What an endpoint makes of a request; a failure is thrown. */
export type Verdict = CompletionFailure | "answers";

/** An endpoint whose answers take time that only seems to pass. */
export class SimulatedEndpoint implements CompletionFn {
  /** When each request came. */
  readonly arrivals: number[] = [];
  /** When each request came that was answered. */
  readonly answered: number[] = [];
  /** Requests under way at the same time, at most. */
  most = 0;
  readonly #time: VirtualTime;
  readonly #latencyMs: number;
  readonly #judge: (endpoint: SimulatedEndpoint, now: number) => Verdict;
  #underWay = 0;

  constructor(
    time: VirtualTime,
    judge: (endpoint: SimulatedEndpoint, now: number) => Verdict = () => "answers",
    { latencyMs = 10 } = {},
  ) {
    this.#time = time;
    this.#judge = judge;
    this.#latencyMs = latencyMs;
  }

  /** Requests under way. */
  get underWay(): number {
    return this.#underWay;
  }

  async complete() {
    const now = this.#time.now();
    this.arrivals.push(now);
    this.#underWay++;
    this.most = Math.max(this.most, this.#underWay);
    const verdict = this.#judge(this, now);
    if (verdict === "answers") this.answered.push(now);
    try {
      await this.#time.wait(verdict === "answers" ? this.#latencyMs : 1, NEVER);
    } finally {
      this.#underWay--;
    }
    if (verdict === "answers") return { completions: ["A"] };
    throw new CompletionError("m at h: no", verdict);
  }
}

const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** Takes so many requests in so many milliseconds, refused ones not counted. */
export function windowed(calls: number, milliseconds: number, refusal: CompletionFailure) {
  return ({ answered }: SimulatedEndpoint, now: number): Verdict =>
    answered.filter((at) => at > now - milliseconds).length < calls
      ? "answers"
      : { kind: "transient", status: 429, ...refusal };
}

/** Milliseconds between each request and the one before. */
export function gaps(arrivals: readonly number[]): number[] {
  return arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));
}

/** The most arrivals in any stretch of so many milliseconds. */
export function busiest(arrivals: readonly number[], milliseconds: number): number {
  const inWindow = arrivals.map(
    (from) => arrivals.filter((at) => at >= from && at < from + milliseconds).length,
  );
  return Math.max(...inWindow);
}
