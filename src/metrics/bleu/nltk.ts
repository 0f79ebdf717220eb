import type { NltkMethod } from "./options.ts";
import type { BleuStatistics } from "./statistics.ts";

/**
 * Precisions of orders 1 to 4, smoothed as nltk does. An order that a text is too short for counts
 * as one n-gram that no reference has, so the statistics must come from {@link nltkStatistics}.
 */
export function nltkPrecisions(statistics: BleuStatistics, method: NltkMethod): number[] {
  const { counts, totals, hypothesis_length } = statistics;
  const instead = STAND_INS[method](hypothesis_length);
  return counts.map((count, index) => {
    const total = totals[index] ?? 1;
    if (method === 2 && index > 0) return (count + 1) / (total + 1);
    return count === 0 ? instead(total) : count / total;
  });
}

/** Statistics of one text with at least one n-gram in each order, as nltk sums them up. */
export function nltkStatistics(statistics: BleuStatistics): BleuStatistics {
  return { ...statistics, totals: statistics.totals.map((total) => Math.max(1, total)) };
}

/** A precision in place of the next one that is 0. */
type StandIn = (total: number) => number;

/** By method; made anew for each text, of so many tokens. */
const STAND_INS: Readonly<Record<NltkMethod, (length: number) => StandIn>> = {
  // nltk has the smallest float there, which makes scores of about 1e-78.
  0: () => () => 0,
  1: () => (total) => 0.1 / total,
  2: () => () => 0,
  3: () => {
    let halves = 1;
    return (total) => {
      halves /= 2;
      return halves / total;
    };
  },
  4: (length) => {
    // nltk has no precision then, and leaves what is 0 out of the mean without shortening it.
    if (length <= 1) return () => 1;
    let halves = 1;
    return (total) => {
      halves /= 2;
      return (halves * Math.log(length)) / 5 / total;
    };
  },
};
