import { pythonRound } from "../../core/python-round.ts";

/**
 * Likeness of two texts in whole percent: twice the length of their longest common subsequence over
 * both lengths, in code points, as fuzzywuzzy's `ratio` over python-Levenshtein. Where one text is
 * empty it is 0, where both are it is 100.
 */
export function fuzzRatio(a: string, b: string): number {
  if (a === b) return 100;
  const [first, second] = [[...a], [...b]];
  const common = commonLength(first, second);
  return pythonRound(100 * ((2 * common) / (first.length + second.length)));
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const row = [0];
    for (const [j, other] of b.entries()) {
      const longest = Math.max(before[j + 1] ?? 0, row[j] ?? 0);
      row.push(letter === other ? (before[j] ?? 0) + 1 : longest);
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
