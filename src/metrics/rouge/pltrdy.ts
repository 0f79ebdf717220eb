import { splitWords } from "../text/white-space.ts";
import { lcsPath } from "./lcs-path.ts";
import type { Overlap } from "./overlap.ts";

/** Keeps the division whole; so the same texts score a little less than 1. */
const EPSILON = 1e-8;

/**
 * ROUGE as the Python package `rouge` 1.0.1 counts it: sentences end at dots and words at spaces,
 * case and marks count, and what a text has twice is there once.
 *
 * @param order n of ROUGE-n; `l` for the longest common subsequences
 */
export function pltrdyRouge(answer: string, reference: string, order: number | "l"): Overlap {
  const [ours, theirs] = [sentencesOf(answer), sentencesOf(reference)];
  if (order === "l") return shareOf(commonWords(ours, theirs), words(ours), words(theirs));
  const [a, b] = [ngramsOf(ours.flat(), order), ngramsOf(theirs.flat(), order)];
  return shareOf(new Set([...a].filter((ngram) => b.has(ngram))), a, b);
}

/** A blank sentence, such as the space behind the last dot, has one word, which is empty. */
function sentencesOf(text: string): string[][] {
  return text
    .split(".")
    .filter((sentence) => sentence !== "")
    .map((sentence) => splitWords(sentence).join(" ").split(" "));
}

function ngramsOf(tokens: readonly string[], order: number): Set<string> {
  const starts = Math.max(0, tokens.length - order + 1);
  return new Set(
    Array.from({ length: starts }, (_, start) => tokens.slice(start, start + order).join(" ")),
  );
}

function words(sentences: readonly (readonly string[])[]): Set<string> {
  return new Set(sentences.flat());
}

function commonWords(
  answer: readonly (readonly string[])[],
  reference: readonly (readonly string[])[],
): Set<string> {
  const common = reference.flatMap((theirs) =>
    answer.flatMap((ours) =>
      lcsPath(theirs, ours, "shorten-second").map((place) => theirs[place] ?? ""),
    ),
  );
  return new Set(common);
}

function shareOf(hits: Set<string>, answer: Set<string>, reference: Set<string>): Overlap {
  const p = answer.size === 0 ? 0 : hits.size / answer.size;
  const r = reference.size === 0 ? 0 : hits.size / reference.size;
  return { p, r, f: (2 * p * r) / (p + r + EPSILON) };
}
