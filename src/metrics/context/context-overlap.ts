import { averagePrecision } from "../average-precision.ts";
import { levenshteinSimilarity } from "../levenshtein.ts";
import { isBlank } from "../text/is-blank.ts";

/** Passages that were found and those that should have been, as ids or as texts. */
export interface ContextPair {
  readonly retrieved: readonly string[];
  readonly reference: readonly string[];
}

/** Share of the retrieved ids that are right, each counted once; null when none was retrieved. */
export function idPrecision({ retrieved, reference }: ContextPair): number | null {
  return shareIn(retrieved, reference);
}

/** Share of the right ids that were retrieved, each counted once; null when none is right. */
export function idRecall({ retrieved, reference }: ContextPair): number | null {
  return shareIn(reference, retrieved);
}

/** From which likeness on ragas takes two passages for one. */
const ALIKE = 0.5;

/**
 * Average precision over the ranks of the retrieved passages, as ragas has it without a model: a
 * passage is right when its Levenshtein similarity to a reference passage is 0.5 or more.
 *
 * @returns 0 to 1; 0 when nothing was retrieved
 */
export function textPrecision({ retrieved, reference }: ContextPair): number {
  const verdicts = retrieved.map((passage) => Number(likeness(passage, reference) >= ALIKE));
  return averagePrecision(verdicts);
}

/**
 * Share of the reference passages that were retrieved, as ragas has it without a model: one whose
 * Levenshtein similarity to a retrieved passage is more than 0.5.
 *
 * @returns 0 to 1; null when there is no reference passage but blank ones
 */
export function textRecall({ retrieved, reference }: ContextPair): number | null {
  const wanted = reference.filter((passage) => !isBlank(passage));
  const found = wanted.filter((passage) => likeness(passage, retrieved) > ALIKE);
  return wanted.length === 0 ? null : found.length / wanted.length;
}

function shareIn(ids: readonly string[], others: readonly string[]): number | null {
  const [distinct, known] = [new Set(ids), new Set(others)];
  if (distinct.size === 0) return null;
  return [...distinct].filter((id) => known.has(id)).length / distinct.size;
}

/** Likeness to the passage that is most alike; a blank one is like none. */
function likeness(passage: string, others: readonly string[]): number {
  if (isBlank(passage)) return 0;
  return Math.max(0, ...others.map((other) => levenshteinSimilarity(passage, other)));
}
