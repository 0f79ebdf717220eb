import { jackknifeError } from "../core/statistics.ts";
import {
  type BleuStatistics,
  brevityPenalty,
  countNgrams,
  MAX_ORDER,
  sumBleuStatistics,
} from "./bleu/statistics.ts";
import { tokenize13a } from "./text/tokenize-13a.ts";

/**
 * Counts what a text shares with its references, in tokens of sacreBLEU's `13a`.
 *
 * @throws {DataError} when there is no reference
 */
export function bleuStatistics(hypothesis: string, references: readonly string[]): BleuStatistics {
  return countNgrams(tokenize13a(hypothesis), references.map(tokenize13a));
}

/**
 * Overlap of n-grams with the references, smoothed as sacreBLEU does by default (`exp`).
 *
 * @param options.effectiveOrder leave out orders that a text is too short for: for single sentences
 * @returns 0 (nothing shared) to 100 (identical)
 */
export function bleuScore(statistics: BleuStatistics, { effectiveOrder = false } = {}): number {
  const { counts, totals } = statistics;
  const reached = totals.filter((total) => total > 0).length;
  if (!counts.some((count) => count > 0) || (reached < MAX_ORDER && !effectiveOrder)) return 0;

  let smoothing = 1;
  let logarithms = 0;
  for (let i = 0; i < reached; i++) {
    const count = counts[i] ?? 0;
    if (count === 0) smoothing *= 2;
    logarithms += Math.log((100 * (count || 1 / smoothing)) / (totals[i] ?? 1));
  }
  return brevityPenalty(statistics) * Math.exp(logarithms / reached);
}

/** BLEU of all sentences together; not the mean of theirs. */
export function corpusBleu(parts: readonly BleuStatistics[]): number {
  return bleuScore(sumBleuStatistics(parts));
}

/**
 * Standard error of corpus BLEU, by leaving out each text in turn (the jackknife).
 *
 * @returns null for fewer than two texts
 */
export function corpusBleuError(parts: readonly BleuStatistics[]): number | null {
  const whole = sumBleuStatistics(parts);
  return jackknifeError(parts.map((part) => bleuScore(subtract(whole, part))));
}

function subtract(whole: BleuStatistics, part: BleuStatistics): BleuStatistics {
  const less = (from: readonly number[], taken: readonly number[]) =>
    from.map((value, i) => value - (taken[i] ?? 0));
  return {
    counts: less(whole.counts, part.counts),
    totals: less(whole.totals, part.totals),
    hypothesis_length: whole.hypothesis_length - part.hypothesis_length,
    reference_length: whole.reference_length - part.reference_length,
  };
}
