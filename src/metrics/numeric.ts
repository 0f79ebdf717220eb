/**
 * Likeness of two numbers, 1 − |a − b| / (|a| + |b|), as autoevals has it by NumericDiff.
 *
 * @returns 0 (of unlike signs, or one of them 0) to 1 (equal, which two zeros are)
 */
export function numericSimilarity(a: number | bigint, b: number | bigint): number {
  if (a === b) return 1;
  const [first, second] = [Number(a), Number(b)];
  if (first === second) return 1;
  if (!Number.isFinite(first) || !Number.isFinite(second)) return 0;
  // Halves, where the sum is more than a double holds.
  const scale = Number.isFinite(first - second) && Number.isFinite(first + second) ? 1 : 0.5;
  const [x, y] = [first * scale, second * scale];
  return 1 - Math.abs(x - y) / (Math.abs(x) + Math.abs(y));
}

/** How far a number may be from the reference. */
export interface Tolerance {
  /** In the unit of the numbers. @default 0 */
  readonly abs_tol?: number | undefined;
  /** As a part of the reference's size: 0.01 is one percent. @default 0 */
  readonly rel_tol?: number | undefined;
}

/**
 * Whether |value − reference| ≤ max(abs_tol, rel_tol · |reference|), the larger of the two as in
 * Python's `math.isclose`. What rounding of decimals to binary adds is let pass: 1.1 is 0.1 from 1.
 */
export function isWithin(
  value: number,
  reference: number,
  { abs_tol = 0, rel_tol = 0 }: Tolerance = {},
): boolean {
  if (value === reference) return true;
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(reference));
  const allowed = Math.max(abs_tol, rel_tol * Math.abs(reference)) + rounding;
  return Math.abs(value - reference) <= allowed;
}
