import { DataError } from "../../core/errors.ts";
import { sharedNgrams } from "../text/shared-ngrams.ts";

/** Tokens in the longest n-gram that BLEU looks at. */
export const MAX_ORDER = 4;

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
 * Counts what a text shares with its references.
 *
 * @throws {DataError} when there is no reference
 */
export function countNgrams(
  tokens: readonly string[],
  references: readonly (readonly string[])[],
): BleuStatistics {
  if (references.length === 0) throw new DataError("BLEU needs a reference, got none");
  return {
    counts: sharedNgrams(tokens, references, MAX_ORDER),
    totals: orders().map((order) => Math.max(0, tokens.length - order + 1)),
    hypothesis_length: tokens.length,
    reference_length: closestLength(tokens.length, references),
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

/** 1, or less for a text that is shorter than its reference; 0 for an empty one. */
export function brevityPenalty({ hypothesis_length, reference_length }: BleuStatistics): number {
  if (hypothesis_length >= reference_length) return 1;
  return Math.exp(1 - reference_length / hypothesis_length);
}

/** The orders of n-grams, from 1 to 4. */
export function orders(): number[] {
  return Array.from({ length: MAX_ORDER }, (_, i) => i + 1);
}

function closestLength(length: number, references: readonly (readonly string[])[]): number {
  const distance = (other: number) => Math.abs(other - length);
  const lengths = references.map((tokens) => tokens.length).sort((a, b) => a - b);
  return lengths.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

function sum<T>(items: readonly T[], value: (item: T) => number | undefined): number {
  return items.reduce((total, item) => total + (value(item) ?? 0), 0);
}
