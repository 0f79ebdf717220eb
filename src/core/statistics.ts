/**
 * The sum as exact as a double holds it, whatever the order (J. R. Shewchuk, 1997, as Python's
 * `math.fsum`): samples end in another order in every run, and their report must not differ.
 */
export function exactSum(values: Iterable<number>): number {
  const parts: number[] = [];
  for (const value of values) addPart(parts, value);
  return rounded(parts);
}

/** Exact sum of values and of their squares, for values of which none is kept. */
export class ExactMoments {
  readonly #sum: number[] = [];
  readonly #squares: number[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    this.#count += 1;
    addPart(this.#sum, value);
    for (const part of product(value, value)) addPart(this.#squares, part);
  }

  /** Null when there is nothing to average. */
  get mean(): number | null {
    return this.#count === 0 ? null : rounded(this.#sum) / this.#count;
  }

  /** Of a sample: n − 1 in the divisor; null for fewer than two values. */
  get variance(): number | null {
    const n = this.#count;
    if (n < 2) return null;
    const parts: number[] = [];
    const addProduct = (a: number, b: number) => {
      for (const part of product(a, b)) addPart(parts, part);
    };
    for (const square of this.#squares) addProduct(n, square);
    for (const a of this.#sum) for (const b of this.#sum) addProduct(-a, b);
    return rounded(parts) / (n * (n - 1));
  }
}

/** A product without its rounding error, and that error (T. J. Dekker, 1971). */
function product(a: number, b: number): readonly [number, number] {
  const whole = a * b;
  const [highA, lowA] = halves(a);
  const [highB, lowB] = halves(b);
  const rest = lowA * lowB - (whole - highA * highB - lowA * highB - highA * lowB);
  return [whole, Number.isFinite(rest) ? rest : 0];
}

/** A double as two of half the digits. */
function halves(value: number): readonly [number, number] {
  const scaled = 134_217_729 * value;
  const high = scaled - (scaled - value);
  return [high, value - high];
}

/** Adds a value to parts that do not overlap, the smallest first, and keeps them so. */
function addPart(parts: number[], value: number): void {
  let rest = value;
  let kept = 0;
  for (const part of parts) {
    const [large, small] = Math.abs(rest) < Math.abs(part) ? [part, rest] : [rest, part];
    const sum = large + small;
    const lost = small - (sum - large);
    if (lost !== 0) parts[kept++] = lost;
    rest = sum;
  }
  parts.length = kept;
  parts.push(rest);
}

/** The one double that is nearest to the sum of the parts; of two equally near the even one. */
function rounded(parts: readonly number[]): number {
  let at = parts.length - 1;
  let sum = parts[at] ?? 0;
  let rest = 0;
  while (at > 0 && rest === 0) {
    const larger = sum;
    const part = parts[--at] ?? 0;
    sum = larger + part;
    rest = part - (sum - larger);
  }
  const next = parts[at - 1] ?? 0;
  if (rest * next <= 0) return sum;
  const up = sum + 2 * rest;
  return up - sum === 2 * rest ? up : sum;
}

/** Arithmetic mean; null when there is nothing to average. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : exactSum(values) / values.length;
}

/** Squares of the differences from `center`. */
function* squaresAround(values: readonly number[], center: number): Generator<number> {
  for (const value of values) yield (value - center) ** 2;
}

/** Standard error of the mean (sample standard deviation over √n); null for fewer than two values. */
export function standardError(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null || values.length < 2) return null;
  const squares = exactSum(squaresAround(values, average));
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/**
 * Standard error of a figure that is no mean, from what it is without each value in turn (J. W.
 * Tukey, 1958).
 *
 * @param leftOut the figure computed without the first value, without the second …
 * @returns null for fewer than two values
 */
export function jackknifeError(leftOut: readonly number[]): number | null {
  const error = standardError(leftOut);
  return error === null ? null : error * (leftOut.length - 1);
}

/**
 * What openai/evals estimates by 1000 random halves, in closed form: √(σ²/m · (n−m)/(n−1)) with
 * m = ⌊n/2⌋, where σ² is p(1−p) for values of 0 and 1. Deterministic, unlike the original.
 *
 * @returns null for fewer than two values: one sample has no half
 */
export function bootstrapStd(values: readonly number[]): number | null {
  const n = values.length;
  const average = mean(values);
  if (average === null || n < 2) return null;
  const variance = exactSum(squaresAround(values, average)) / n;
  const half = Math.floor(n / 2);
  return Math.sqrt((variance / half) * ((n - half) / (n - 1)));
}

/**
 * Wilson's score interval of a proportion (E. B. Wilson, 1927), at 95 % unless `z` says otherwise.
 *
 * @returns bounds between 0 and 1; null when there are no trials
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  z = 1.959963984540054,
): { readonly low: number; readonly high: number } | null {
  if (trials === 0) return null;
  const p = successes / trials;
  const spread = z * Math.sqrt((p * (1 - p)) / trials + z ** 2 / (4 * trials ** 2));
  const center = p + z ** 2 / (2 * trials);
  const scale = 1 + z ** 2 / trials;
  // At the ends the bound is exact, and rounding must not move it.
  return {
    low: successes === 0 ? 0 : (center - spread) / scale,
    high: successes === trials ? 1 : (center + spread) / scale,
  };
}
