import type { Report } from "../core/report.ts";

/** Counts answers that were none, as when a model spent all its tokens on thinking. */
export class NoAnswers {
  readonly #byReason = new Map<string, number>();

  /** Adds the data of a `sampling` event; that a judge says nothing is counted as its verdict. */
  add(data: unknown): void {
    const { sampled, finish_reason, purpose } = Object(data) as Sampling;
    if (!Array.isArray(sampled) || sampled.length > 0 || purpose === "judge") return;
    const reason = typeof finish_reason === "string" ? finish_reason : "unknown";
    this.#byReason.set(reason, (this.#byReason.get(reason) ?? 0) + 1);
  }

  /** `run/no_answer`, and of these those of each reason; nothing where all calls were answered. */
  report(): Report {
    if (this.#byReason.size === 0) return {};
    const total = [...this.#byReason.values()].reduce((sum, count) => sum + count);
    const reasons = [...this.#byReason].map(([name, count]) => [`run/no_answer/${name}`, count]);
    return { "run/no_answer": total, ...Object.fromEntries(reasons) };
  }
}

interface Sampling {
  readonly sampled?: unknown;
  readonly finish_reason?: unknown;
  readonly purpose?: unknown;
}
