import { porterStem } from "./text/porter.ts";

/** How much precision weighs beside recall. */
const ALPHA = 0.9;
/** How steep the penalty is, and how large at most. */
const [BETA, GAMMA] = [3, 0.5];

/**
 * METEOR (S. Banerjee and A. Lavie, 2005) of two lists of tokens without synonyms, by the definition
 * of nltk: words that are equal, then words of one stem; fewer runs of neighbours cost less.
 *
 * @returns 0 to 1; the same text of m words has 1 − 0.5 / m³
 */
export function meteor(hypothesis: readonly string[], reference: readonly string[]): number {
  const pairs = align(hypothesis, reference);
  if (pairs.length === 0) return 0;
  const precision = pairs.length / hypothesis.length;
  const recall = pairs.length / reference.length;
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  const penalty = GAMMA * (runsOf(pairs) / pairs.length) ** BETA;
  return (1 - penalty) * mean;
}

/** Places of a pair of words in hypothesis and reference. */
type Pair = readonly [number, number];

/** From the end of the hypothesis, each word with the last one of the reference that is left. */
function align(hypothesis: readonly string[], reference: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  const free = { ours: new Set(hypothesis.keys()), theirs: new Set(reference.keys()) };
  for (const form of [(word: string) => word, porterStem]) {
    const places = placesBy(form, reference, free.theirs);
    for (const ours of [...free.ours].reverse()) {
      const theirs = places.get(form(hypothesis[ours] ?? ""))?.pop();
      if (theirs === undefined) continue;
      pairs.push([ours, theirs]);
      free.ours.delete(ours);
      free.theirs.delete(theirs);
    }
  }
  return pairs.sort(([a], [b]) => a - b);
}

function placesBy(
  form: (word: string) => string,
  words: readonly string[],
  free: ReadonlySet<number>,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const place of free) {
    const key = form(words[place] ?? "");
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  }
  return places;
}

/** Runs of pairs that are neighbours in both texts. */
function runsOf(pairs: readonly Pair[]): number {
  return pairs.filter(([ours, theirs], at) => {
    const [before, beside] = pairs[at - 1] ?? [];
    return before !== ours - 1 || beside !== theirs - 1;
  }).length;
}
