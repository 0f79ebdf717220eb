import { MeanSummary, type ScoreSummary } from "../core/mean-summary.ts";
import type { Score } from "../core/metric.ts";
import type { Report } from "../core/report.ts";
import { addChrfStatistics, type ChrfStatistics, chrfScore } from "./chrf.ts";

/** What a line leaves for chrF of the corpus. */
export interface ChrfDetails {
  readonly statistics: ChrfStatistics;
}

/** Mean of the lines' chrF, and beside it chrF of the corpus, from sums of counts. */
export class ChrfSummary implements ScoreSummary {
  readonly #key: string;
  readonly #means = new MeanSummary([0, 1]);
  #sum: ChrfStatistics | undefined;
  #lines = 0;
  #counted = 0;

  constructor(key: string) {
    this.#key = key;
  }

  add(score: Score, cluster?: number): void {
    this.#means.add(score, cluster);
    this.#lines += 1;
    const { statistics } = (score.details ?? {}) as Partial<ChrfDetails>; // as Chrf left it
    if (!statistics) return;
    this.#counted += 1;
    this.#sum = this.#sum ? addChrfStatistics(this.#sum, statistics) : statistics;
  }

  /** The corpus has no score where a line did not leave its counts. */
  report(): Report {
    if (this.#lines === 0) return {};
    const isWhole = this.#counted === this.#lines;
    const corpus = isWhole && this.#sum ? chrfScore(this.#sum) : null;
    return { ...this.#means.report(), [`corpus_${this.#key}`]: corpus };
  }
}
