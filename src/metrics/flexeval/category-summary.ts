import { MeanSummary, type ScoreSummary } from "../../core/mean-summary.ts";
import type { Score } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";

/** Which score is summed up, and under which name. */
export interface SummaryKeys {
  /** Key of the score of each answer. */
  readonly instance: string;
  /** Key in the report. */
  readonly summary: string;
}

/** Mean over all answers, and over those of each category that `details` has for them. */
export class CategorySummary implements ScoreSummary {
  readonly #keys: SummaryKeys;
  readonly #all = new MeanSummary();
  readonly #categories = new MeanSummary();

  constructor(keys: SummaryKeys) {
    this.#keys = keys;
  }

  add({ scores, details }: Score, cluster?: number): void {
    const { instance, summary } = this.#keys;
    const score = scores[instance] ?? null;
    this.#all.add({ scores: { [summary]: score } }, cluster);
    // As `categoriesOf` recorded them.
    for (const category of (details?.["categories"] ?? []) as readonly string[]) {
      this.#categories.add({ scores: { [`${summary}/${category}`]: score } }, cluster);
    }
  }

  /** Categories stand in the order of their names, for answers end in any order. */
  report(): Report {
    const categories = Object.entries(this.#categories.report());
    const named = categories.toSorted(([a], [b]) => compareKeys(a, b));
    return { ...this.#all.report(), ...Object.fromEntries(named) };
  }
}

function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
