/** Numbers of what is right, what is there and should not be, and what should be there and is not. */
export interface Counts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
}

/**
 * F_β = (1 + β²)·P·R / (β²·P + R) with P = tp/(tp + fp) and R = tp/(tp + fn); above a β of 1 what is
 * missing weighs more than what is too much.
 *
 * @returns 0 to 1; 0 when nothing is right
 */
export function fScore({ tp, fp, fn }: Counts, beta = 1): number {
  if (tp === 0) return 0;
  const weight = beta ** 2;
  return ((1 + weight) * tp) / ((1 + weight) * tp + weight * fn + fp);
}
