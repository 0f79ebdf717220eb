import { jackknifeError } from "../../core/statistics.ts";
import { tokenize13a } from "../text/tokenize-13a.ts";
import { bleuScores } from "./scores.ts";
import { type BleuStatistics, countNgrams, sumBleuStatistics } from "./statistics.ts";

/**
 * Counts what a text shares with its references, in tokens of sacreBLEU's `13a`.
 *
 * @throws {DataError} when there is no reference
 */
export function bleuStatistics(hypothesis: string, references: readonly string[]): BleuStatistics {
  return countNgrams(tokenize13a(hypothesis), references.map(tokenize13a));
}

/**
 * BLEU-4 in percent, as openai/evals reports it.
 *
 * @param options.effectiveOrder leave out orders that a text is too short for: for single sentences
 * @returns 0 (nothing shared) to 100 (identical)
 */
export function bleuPercent(statistics: BleuStatistics, { effectiveOrder = false } = {}): number {
  return 100 * bleuScores(statistics, { effective_order: effectiveOrder })["bleu-4"];
}

/** BLEU of all sentences together, in percent; not the mean of theirs. */
export function corpusPercent(parts: readonly BleuStatistics[]): number {
  return bleuPercent(sumBleuStatistics(parts));
}

/**
 * Standard error of corpus BLEU, by leaving out each text in turn (the jackknife).
 *
 * @returns null for fewer than two texts
 */
export function corpusPercentError(parts: readonly BleuStatistics[]): number | null {
  const whole = sumBleuStatistics(parts);
  return jackknifeError(parts.map((part) => bleuPercent(subtract(whole, part))));
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
