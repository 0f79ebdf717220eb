/**
 * Average precision of a ranking, Σ_k v_k · P@k / (Σ v + 1e-10), as RAGAS has it: early hits count
 * more.
 *
 * @param verdicts 1 for a hit and 0 for none, the first rank first
 * @returns 0 to 1
 */
export function averagePrecision(verdicts: readonly number[]): number {
  let hits = 0;
  let sum = 0;
  for (const [index, verdict] of verdicts.entries()) {
    hits += verdict;
    sum += (verdict * hits) / (index + 1);
  }
  return sum / (hits + 1e-10);
}
