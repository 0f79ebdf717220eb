import { MeanSummary, type ScoreSummary } from "../../core/mean-summary.ts";
import type { Score } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";

/** Means of the scores, and how often each choice came. */
export class ChoiceSummary implements ScoreSummary {
  readonly #means = new MeanSummary();
  readonly #counts = new Map<string, number>();
  readonly #prefix: string;

  /** @param prefix what stands before `counts/CHOICE` */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(score: Score, cluster?: number): void {
    this.#means.add(score, cluster);
    const key = `${this.#prefix}counts/${score.details?.["choice"]}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  report(): Report {
    return { ...this.#means.report(), ...Object.fromEntries(this.#counts) };
  }
}
