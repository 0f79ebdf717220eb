import type { Score } from "./metric.ts";
import { estimateReport, type Report } from "./report.ts";
import { ExactMoments, exactSum, wilsonInterval } from "./statistics.ts";

/** The least and the largest score that there can be. */
export type Range = readonly [least: number, largest: number];

/** Figures over scores that come one by one. */
export interface ScoreSummary {
  /** @param cluster the group of samples that the score belongs to; without it, one of its own */
  add(score: Score, cluster?: number): void;
  /** The figures over what has come so far. */
  report(): Report;
}

/**
 * Mean of each key over what is not null; beside it `.count`, `.missing`, `.std` (n − 1), the
 * standard error and a 95 % interval, which is Wilson's for a key that is always true or false and
 * else cut at what scores can be. The order of scores makes no difference.
 */
export class MeanSummary implements ScoreSummary {
  readonly #keys = new Map<string, KeyFigures>();
  readonly #range: Range | undefined;

  /** @param range of all keys; without one, intervals are not cut */
  constructor(range?: Range) {
    this.#range = range;
  }

  add({ scores }: Score, cluster?: number): void {
    for (const [key, value] of Object.entries(scores)) {
      const figures = this.#keys.get(key) ?? new KeyFigures(this.#range);
      this.#keys.set(key, figures);
      figures.add(value, cluster);
    }
  }

  report(): Report {
    const parts = [...this.#keys].map(([key, figures]) => figures.report(key));
    return Object.assign({}, ...parts) as Report;
  }
}

/** What one key comes to. */
class KeyFigures {
  readonly #range: Range | undefined;
  readonly #moments = new ExactMoments();
  /** Sums of the clusters, where there are some. */
  readonly #clusters = new Map<number | symbol, ExactMoments>();
  #hasClusters = false;
  #trueOnes = 0;
  #booleans = 0;
  #missing = 0;

  constructor(range: Range | undefined) {
    this.#range = range;
  }

  add(value: number | boolean | null, cluster: number | undefined): void {
    if (value === null) {
      this.#missing += 1;
      return;
    }
    const number = Number(value);
    this.#moments.add(number);
    if (typeof value === "boolean") this.#booleans += 1;
    if (value === true) this.#trueOnes += 1;
    if (cluster !== undefined) this.#hasClusters = true;
    if (this.#hasClusters) this.#addToCluster(number, cluster ?? Symbol());
  }

  report(key: string): Report {
    const { count, mean, variance } = this.#moments;
    const std = variance === null ? null : Math.sqrt(variance);
    const plainError = std === null ? null : std / Math.sqrt(count);
    const error = this.#hasClusters ? this.#clusteredError() : plainError;
    return {
      ...estimateReport(key, mean, error),
      ...this.#cut(key, mean, error),
      ...this.#wilson(key),
      [`${key}.count`]: count,
      [`${key}.missing`]: this.#missing,
      [`${key}.std`]: std,
    };
  }

  #addToCluster(number: number, cluster: number | symbol): void {
    const known = this.#clusters.get(cluster) ?? new ExactMoments();
    this.#clusters.set(cluster, known);
    known.add(number);
  }

  /** The interval of `estimateReport`, within the range. */
  #cut(key: string, mean: number | null, error: number | null): Report {
    if (this.#range === undefined || mean === null || error === null) return {};
    const [least, largest] = this.#range;
    return {
      [`${key}.ci95_low`]: Math.max(least, mean - 1.96 * error),
      [`${key}.ci95_high`]: Math.min(largest, mean + 1.96 * error),
    };
  }

  #wilson(key: string): Report {
    const { count } = this.#moments;
    if (count === 0 || this.#booleans < count || this.#hasClusters) return {};
    const interval = wilsonInterval(this.#trueOnes, count);
    return { [`${key}.ci95_low`]: interval?.low, [`${key}.ci95_high`]: interval?.high };
  }

  /** As `clusteredError`, but of sums: each cluster's distance from what as many means come to. */
  #clusteredError(): number | null {
    const { count, mean } = this.#moments;
    const clusters = [...this.#clusters.values()];
    if (mean === null || clusters.length < 2) return null;
    const squares = exactSum(
      clusters.map((cluster) => (cluster.count * ((cluster.mean ?? 0) - mean)) ** 2),
    );
    return Math.sqrt((clusters.length / (clusters.length - 1)) * squares) / count;
  }
}
