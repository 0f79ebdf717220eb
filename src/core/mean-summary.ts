import type { Score } from "./metric.ts";
import type { Report } from "./report.ts";
import { estimateReport } from "./report.ts";

/** Figures over scores that come one by one. */
export interface ScoreSummary {
  add(score: Score): void;
  /** The figures over what has come so far. */
  report(): Report;
}

/**
 * Mean of each key over what is not null; beside it `.count`, `.missing`, `.std` (n − 1), the
 * standard error and a 95 % interval.
 */
export class MeanSummary implements ScoreSummary {
  readonly #keys = new Map<string, Moments>();

  add({ scores }: Score): void {
    for (const [key, value] of Object.entries(scores)) {
      const moments = this.#keys.get(key) ?? new Moments();
      this.#keys.set(key, moments);
      moments.add(value);
    }
  }

  report(): Report {
    const parts = [...this.#keys].map(([key, moments]) => moments.report(key));
    return Object.assign({}, ...parts) as Report;
  }
}

/** Running mean and variance, by Welford's recurrence. */
class Moments {
  #count = 0;
  #missing = 0;
  #mean = 0;
  #squares = 0;

  add(value: number | boolean | null): void {
    if (value === null) {
      this.#missing += 1;
      return;
    }
    this.#count += 1;
    const delta = Number(value) - this.#mean;
    this.#mean += delta / this.#count;
    this.#squares += delta * (Number(value) - this.#mean);
  }

  report(key: string): Report {
    const std = this.#count > 1 ? Math.sqrt(this.#squares / (this.#count - 1)) : null;
    const error = std === null ? null : std / Math.sqrt(this.#count);
    return {
      ...estimateReport(key, this.#count === 0 ? null : this.#mean, error),
      [`${key}.count`]: this.#count,
      [`${key}.missing`]: this.#missing,
      [`${key}.std`]: std,
    };
  }
}
