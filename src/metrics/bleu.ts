import { DataError } from "../core/errors.ts";
import { jackknifeError } from "../core/statistics.ts";
import { tokenize13a } from "./text/tokenize-13a.ts";

const MAX_ORDER = 4;

/** All that BLEU needs of a text; what several texts have is added up for their common score. */
export interface BleuStatistics {
  /** n-grams of the hypothesis that a reference has as well, for n from 1 to 4. */
  readonly counts: readonly number[];
  /** n-grams of the hypothesis, for n from 1 to 4. */
  readonly totals: readonly number[];
  readonly hypothesis_length: number;
  /** Length of the reference that is closest in length, the shorter one on a tie. */
  readonly reference_length: number;
}

/**
 * Counts what a text shares with its references, in tokens of sacreBLEU's `13a`.
 *
 * @throws {DataError} when there is no reference
 */
export function bleuStatistics(hypothesis: string, references: readonly string[]): BleuStatistics {
  if (references.length === 0) throw new DataError("BLEU needs a reference, got none");
  const tokens = tokenize13a(hypothesis);
  const referenceTokens = references.map(tokenize13a);
  return {
    counts: countShared(tokens, highestCounts(referenceTokens)),
    totals: orders().map((order) => Math.max(0, tokens.length - order + 1)),
    hypothesis_length: tokens.length,
    reference_length: closestLength(tokens.length, referenceTokens),
  };
}

/** Statistics of several texts taken as one. */
export function sumBleuStatistics(parts: readonly BleuStatistics[]): BleuStatistics {
  return {
    counts: orders().map((order) => sum(parts, ({ counts }) => counts[order - 1])),
    totals: orders().map((order) => sum(parts, ({ totals }) => totals[order - 1])),
    hypothesis_length: sum(parts, (part) => part.hypothesis_length),
    reference_length: sum(parts, (part) => part.reference_length),
  };
}

/**
 * Overlap of n-grams with the references, smoothed as sacreBLEU does by default (`exp`).
 *
 * @param options.effectiveOrder leave out orders that a text is too short for: for single sentences
 * @returns 0 (nothing shared) to 100 (identical)
 */
export function bleuScore(
  { counts, totals, hypothesis_length, reference_length }: BleuStatistics,
  { effectiveOrder = false } = {},
): number {
  const reached = totals.filter((total) => total > 0).length;
  if (!counts.some((count) => count > 0) || (reached < MAX_ORDER && !effectiveOrder)) return 0;

  let smoothing = 1;
  let logarithms = 0;
  for (let i = 0; i < reached; i++) {
    const count = counts[i] ?? 0;
    if (count === 0) smoothing *= 2;
    logarithms += Math.log((100 * (count || 1 / smoothing)) / (totals[i] ?? 1));
  }
  return brevityPenalty(hypothesis_length, reference_length) * Math.exp(logarithms / reached);
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

function brevityPenalty(hypothesisLength: number, referenceLength: number): number {
  return hypothesisLength < referenceLength ? Math.exp(1 - referenceLength / hypothesisLength) : 1;
}

function countShared(tokens: readonly string[], available: Map<string, number>): number[] {
  const counts = orders().map(() => 0);
  forEachNgram(tokens, (ngram, order) => {
    const left = available.get(ngram) ?? 0;
    if (left === 0) return;
    available.set(ngram, left - 1);
    counts[order - 1] = (counts[order - 1] ?? 0) + 1;
  });
  return counts;
}

/** How often each n-gram stands in the reference that has it most often. */
function highestCounts(references: readonly (readonly string[])[]): Map<string, number> {
  const highest = new Map<string, number>();
  for (const tokens of references) {
    const own = new Map<string, number>();
    forEachNgram(tokens, (ngram) => own.set(ngram, (own.get(ngram) ?? 0) + 1));
    for (const [ngram, count] of own) {
      if (count > (highest.get(ngram) ?? 0)) highest.set(ngram, count);
    }
  }
  return highest;
}

function forEachNgram(
  tokens: readonly string[],
  visit: (ngram: string, order: number) => void,
): void {
  tokens.forEach((token, start) => {
    let ngram = token;
    visit(ngram, 1);
    for (let order = 2; order <= MAX_ORDER && start + order <= tokens.length; order++) {
      ngram += ` ${tokens[start + order - 1]}`;
      visit(ngram, order);
    }
  });
}

function closestLength(length: number, references: readonly (readonly string[])[]): number {
  const distance = (other: number) => Math.abs(other - length);
  const lengths = references.map((tokens) => tokens.length).sort((a, b) => a - b);
  return lengths.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

function orders(): number[] {
  return Array.from({ length: MAX_ORDER }, (_, i) => i + 1);
}

function sum<T>(items: readonly T[], value: (item: T) => number | undefined): number {
  return items.reduce((total, item) => total + (value(item) ?? 0), 0);
}
