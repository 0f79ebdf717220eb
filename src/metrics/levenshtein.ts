/**
 * Likeness of two texts, 1 − d / max(|a|, |b|), where d is their Levenshtein distance and lengths
 * are in code points, as ragas has it by rapidfuzz. Nothing is normalized.
 *
 * @returns 0 (nothing in its place) to 1 (equal, which two empty texts are)
 */
export function levenshteinSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [first, second] = [codePoints(a), codePoints(b)];
  return 1 - distance(first, second) / Math.max(first.length, second.length);
}

/** Fewest code points to put in, take out or replace to make one text of the other. */
export function levenshteinDistance(a: string, b: string): number {
  return a === b ? 0 : distance(codePoints(a), codePoints(b));
}

function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point > 0xffff) i++;
    points.push(point);
  }
  return points;
}

/** What texts begin and end with alike costs nothing, and answers often differ in a few places. */
function distance(a: readonly number[], b: readonly number[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const pattern = short.slice(start, short.length - end);
  const text = long.slice(start, long.length - end);
  return pattern.length === 0 ? text.length : bitParallelDistance(pattern, text);
}

const BITS = 32;

/**
 * G. Myers (1999), "A fast bit-vector algorithm for approximate string matching", for patterns of
 * any length: 32 rows of the table at a time, each strip beginning with what the one above left.
 */
function bitParallelDistance(pattern: readonly number[], text: readonly number[]): number {
  const ids = new Map<number, number>();
  for (const point of pattern) if (!ids.has(point)) ids.set(point, ids.size + 1);
  const idsOf = (points: readonly number[]) => points.map((point) => ids.get(point) ?? NOWHERE);
  const [rows, columns] = [idsOf(pattern), idsOf(text)];
  const steps = new Int8Array(text.length).fill(1);
  for (let row = 0; row < rows.length; row += BITS) {
    const places = placesOf(rows.slice(row, row + BITS), ids.size);
    goThrough(columns, steps, { places, last: Math.min(BITS, rows.length - row) - 1 });
  }
  return steps.reduce((sum, step) => sum + step, pattern.length);
}

/** Id of what is not in the pattern. */
const NOWHERE = 0;

/** Some rows of the table. */
interface Strip {
  /** By id, a bit for each row that has it. */
  readonly places: Int32Array;
  /** Index of the last row. */
  readonly last: number;
}

/**
 * Goes through the columns of a strip.
 *
 * @param steps by how much each column differs from that before: in the row above, then in the last
 */
function goThrough(columns: readonly number[], steps: Int8Array, { places, last }: Strip): void {
  let plus = -1;
  let minus = 0;
  for (let i = 0; i < columns.length; i++) {
    const step = steps[i] ?? 0;
    // Signs as bits: a comparison is a branch, which is slow here.
    const isMore = -step >>> 31;
    const isLess = step >>> 31;
    const same = places[columns[i] ?? NOWHERE] ?? 0;
    const vertical = same | minus;
    const start = same | isLess;
    const horizontal = (((start & plus) + plus) ^ plus) | start;
    const more = minus | ~(horizontal | plus);
    const less = plus & horizontal;
    steps[i] = ((more >>> last) & 1) - ((less >>> last) & 1);
    const above = (more << 1) | isMore;
    plus = (less << 1) | isLess | ~(vertical | above);
    minus = above & vertical;
  }
}

function placesOf(rows: readonly number[], ids: number): Int32Array {
  const places = new Int32Array(ids + 1);
  for (let row = 0; row < rows.length; row++) {
    const id = rows[row] ?? NOWHERE;
    places[id] = (places[id] ?? 0) | (1 << row);
  }
  return places;
}
