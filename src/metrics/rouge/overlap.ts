/** Precision, recall and their harmonic mean, each 0 to 1. */
export interface Overlap {
  readonly p: number;
  readonly r: number;
  readonly f: number;
}

/** Of so many units of answer and reference so many are shared; nothing is shared with nothing. */
export function overlapOf(hits: number, answer: number, reference: number): Overlap {
  const p = answer === 0 ? 0 : hits / answer;
  const r = reference === 0 ? 0 : hits / reference;
  return { p, r, f: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}
