import { exactSum } from "../core/statistics.ts";

/**
 * Cosine of the angle between two vectors, −1 to 1.
 *
 * @returns null when one is all zeros or empty, or their lengths differ
 */
export function cosine(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length) return null;
  const lengths = length(a) * length(b);
  if (lengths === 0) return null;
  const product = exactSum(a.map((value, index) => value * (b[index] ?? 0)));
  return Math.min(1, Math.max(-1, product / lengths));
}

function length(vector: readonly number[]): number {
  return Math.hypot(...vector);
}
