/** How often each label was expected and what was picked then. */
export interface ConfusionMatrix {
  readonly labels: readonly string[];
  /** A row for each label that was expected; columns as the labels, the last for all other picks. */
  readonly counts: readonly (readonly number[])[];
}

/** What was expected of one sample and what came; null when nothing could be picked. */
export interface Pick {
  readonly expected: string;
  readonly picked: string | null;
}

/** Counts picks by label. Labels are those that were expected, sorted, unless they are given. */
export function confusionMatrix(
  picks: readonly Pick[],
  labels: readonly string[] = distinctLabels(picks),
): ConfusionMatrix {
  const counts = labels.map(() => Array.from({ length: labels.length + 1 }, () => 0));
  for (const { expected, picked } of picks) {
    const row = counts[labels.indexOf(expected)];
    if (!row) throw new RangeError(`Expected one of the labels ${labels}, got "${expected}"`);
    const column = picked === null ? -1 : labels.indexOf(picked);
    const at = column === -1 ? labels.length : column;
    row[at] = (row[at] ?? 0) + 1;
  }
  return { labels, counts };
}

/** Share of the picks of a label that were right; null when it was never picked. */
export function precision(matrix: ConfusionMatrix, label: string): number | null {
  return divide(hits(matrix, label), sum(column(matrix, label)));
}

/** Share of the samples of a label for which it was picked; null when there are none. */
export function recall(matrix: ConfusionMatrix, label: string): number | null {
  return divide(hits(matrix, label), sum(row(matrix, label)));
}

/**
 * Weighted harmonic mean of precision and recall of a label.
 *
 * @param options.beta how much recall weighs against precision
 * @returns null when either is undefined or both are 0
 */
export function fScore(matrix: ConfusionMatrix, label: string, { beta = 1 } = {}): number | null {
  const p = precision(matrix, label);
  const r = recall(matrix, label);
  if (p === null || r === null) return null;
  return divide((1 + beta ** 2) * p * r, beta ** 2 * p + r);
}

/** Unweighted mean of the F-scores of all labels; null when one of them is undefined. */
export function macroFScore(matrix: ConfusionMatrix, { beta = 1 } = {}): number | null {
  const scores = matrix.labels.map((label) => fScore(matrix, label, { beta }));
  const known = scores.filter((score) => score !== null);
  return known.length < scores.length ? null : divide(sum(known), known.length);
}

/**
 * Matthews' correlation coefficient (B. W. Matthews, 1975) of a matrix of two labels. Picks that are
 * no label count as the first one, as in openai/evals.
 *
 * @returns -1 to 1; null when a label was never expected or never picked
 */
export function matthewsCorrelation({ labels, counts }: ConfusionMatrix): number | null {
  const [[a = 0, b = 0, a2 = 0] = [], [c = 0, d = 0, c2 = 0] = []] = counts;
  if (labels.length !== 2) throw new RangeError(`Expected two labels, got ${labels.length}`);
  const [first, second] = [a + a2, c + c2];
  const margins = (first + b) * (second + d) * (first + second) * (b + d);
  return divide(first * d - b * second, Math.sqrt(margins));
}

function distinctLabels(picks: readonly Pick[]): readonly string[] {
  return [...new Set(picks.map(({ expected }) => expected))].sort();
}

function hits(matrix: ConfusionMatrix, label: string): number {
  return row(matrix, label)[matrix.labels.indexOf(label)] ?? 0;
}

function row({ labels, counts }: ConfusionMatrix, label: string): readonly number[] {
  return counts[labels.indexOf(label)] ?? [];
}

function column({ labels, counts }: ConfusionMatrix, label: string): readonly number[] {
  return counts.map((each) => each[labels.indexOf(label)] ?? 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function divide(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
