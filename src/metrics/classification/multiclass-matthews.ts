import type { ConfusionMatrix } from "../confusion.ts";

/**
 * Matthews' correlation coefficient of any number of labels, R_K of J. Gorodkin (2004):
 * (c·s − Σ t_k·p_k) / √((s² − Σ t_k²)(s² − Σ p_k²)), with s samples of which c are right, t_k
 * expected and p_k picked of each label. Picks that are no label count as one more label.
 *
 * @returns −1 to 1; null where all samples or all picks are of one label
 */
export function multiclassMatthews({ labels, counts }: ConfusionMatrix): number | null {
  const expected = counts.map((row) => sum(row));
  const picked = [...labels, null].map((_, column) => sum(counts.map((row) => row[column] ?? 0)));
  const samples = sum(expected);
  const right = sum(counts.map((row, i) => row[i] ?? 0));
  const covariance = right * samples - sum(expected.map((count, i) => count * (picked[i] ?? 0)));
  const spread = (totals: readonly number[]) => samples ** 2 - sum(totals.map((n) => n ** 2));
  const scale = Math.sqrt(spread(expected)) * Math.sqrt(spread(picked));
  return scale === 0 ? null : covariance / scale;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
