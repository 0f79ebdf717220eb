import { lcsLength } from "./lcs-length.ts";
import { lcsPath } from "./lcs-path.ts";
import { type Overlap, overlapOf } from "./overlap.ts";

type Sentences = readonly (readonly string[])[];

/**
 * ROUGE-Lsum of two texts by their sentences: what each sentence of the reference has in common with
 * any of the answer, each token counted no more often than both texts have it.
 */
export function rougeLsum(answer: Sentences, reference: Sentences): Overlap {
  return overlapOf(hitsOf(answer, reference), count(answer), count(reference));
}

function hitsOf(answer: Sentences, reference: Sentences): number {
  const [only, ...others] = answer;
  const [first, ...rest] = reference;
  if (only && first && others.length + rest.length === 0) return lcsLength(only, first);
  const [left, wanted] = [countTokens(answer), countTokens(reference)];
  return reference
    .flatMap((sentence) => unionWith(sentence, answer))
    .filter((token) => take(left, token) && take(wanted, token)).length;
}

/** Tokens of a sentence that are in a longest common subsequence with any of the others. */
function unionWith(sentence: readonly string[], others: Sentences): string[] {
  const places = new Set(others.flatMap((other) => lcsPath(sentence, other, "shorten-first")));
  return sentence.filter((_, place) => places.has(place));
}

/** Whether one is left; a token is on both sides or it would be in no subsequence. */
function take(left: Map<string, number>, token: string): boolean {
  const count = left.get(token) ?? 0;
  left.set(token, count - 1);
  return count > 0;
}

function countTokens(sentences: Sentences): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of sentences.flat()) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function count(sentences: Sentences): number {
  return sentences.reduce((sum, { length }) => sum + length, 0);
}
