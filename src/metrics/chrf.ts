import { DataError } from "../core/errors.ts";
import { sharedNgrams } from "./text/shared-ngrams.ts";
import { splitWordMarks } from "./text/split-word-marks.ts";
import { tokenizeCharacters } from "./text/tokenizers.ts";

/** How chrF is computed. */
export interface ChrfOptions {
  /** Words in the longest n-gram of words: 0 for chrF, 2 for chrF++. @default 0 */
  readonly wordOrder?: number;
}

/**
 * All that chrF needs of a text, by n-gram: of 1 to 6 characters, then of words. What several texts
 * have is added up for their common score.
 */
export interface ChrfStatistics {
  /** n-grams that text and reference share. */
  readonly counts: readonly number[];
  /** n-grams of the text; 0 where the reference has none. */
  readonly totals: readonly number[];
  /** n-grams of the reference. */
  readonly reference_totals: readonly number[];
}

/**
 * Overlap of a text's characters with the reference that it is nearest to, as sacreBLEU's chrF2
 * (M. Popović, 2015): the mean precision and recall over the orders that both texts have, as F₂.
 * White space does not matter; case does.
 *
 * @returns 0 (nothing shared) to 1 (identical)
 * @throws {DataError} when there is no reference
 */
export function chrf(
  hypothesis: string,
  references: readonly string[],
  options: ChrfOptions = {},
): number {
  return chrfScore(chrfStatistics(hypothesis, references, options));
}

/**
 * Counts what a text shares with the reference that gives it the highest chrF.
 *
 * @throws {DataError} when there is no reference
 */
export function chrfStatistics(
  hypothesis: string,
  references: readonly string[],
  { wordOrder = 0 }: ChrfOptions = {},
): ChrfStatistics {
  const text = unitsOf(hypothesis);
  const [first, ...others] = references.map((each) => compare(text, unitsOf(each), wordOrder));
  if (!first) throw new DataError("chrF needs a reference, got none");
  return others.reduce((best, each) => (chrfScore(each) > chrfScore(best) ? each : best), first);
}

/** Statistics of two texts taken as one. */
export function addChrfStatistics(one: ChrfStatistics, other: ChrfStatistics): ChrfStatistics {
  return {
    counts: added(one.counts, other.counts),
    totals: added(one.totals, other.totals),
    reference_totals: added(one.reference_totals, other.reference_totals),
  };
}

/** chrF of what was counted in a text, or in several taken as one. */
export function chrfScore({ counts, totals, reference_totals }: ChrfStatistics): number {
  let [precision, recall, orders] = [0, 0, 0];
  for (const [index, count] of counts.entries()) {
    const [total, referenceTotal] = [totals[index] ?? 0, reference_totals[index] ?? 0];
    if (total === 0 || referenceTotal === 0) continue;
    precision += count / total;
    recall += count / referenceTotal;
    orders += 1;
  }
  if (precision === 0) return 0;
  const weight = BETA ** 2;
  return ((1 + weight) * precision * recall) / (weight * precision + recall) / orders;
}

const CHARACTER_ORDER = 6;
/** Recall weighs that much more than precision. */
const BETA = 2;

interface Units {
  readonly characters: readonly string[];
  readonly words: readonly string[];
}

function unitsOf(text: string): Units {
  return { characters: tokenizeCharacters(text), words: splitWordMarks(text) };
}

function compare(text: Units, reference: Units, wordOrder: number): ChrfStatistics {
  const totalsOf = ({ characters, words }: Units) => [
    ...ngramTotals(characters.length, CHARACTER_ORDER),
    ...ngramTotals(words.length, wordOrder),
  ];
  const reference_totals = totalsOf(reference);
  return {
    counts: [
      ...sharedNgrams(text.characters, [reference.characters], CHARACTER_ORDER),
      ...(wordOrder === 0 ? [] : sharedNgrams(text.words, [reference.words], wordOrder)),
    ],
    totals: totalsOf(text).map((total, index) => (reference_totals[index] === 0 ? 0 : total)),
    reference_totals,
  };
}

function ngramTotals(length: number, maxOrder: number): number[] {
  return Array.from({ length: maxOrder }, (_, index) => Math.max(0, length - index));
}

function added(one: readonly number[], other: readonly number[]): number[] {
  return one.map((value, index) => value + (other[index] ?? 0));
}
