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

function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point > 0xffff) i++;
    points[count++] = point;
  }
  return points.subarray(0, count);
}

/** What texts begin and end with alike costs nothing, and answers often differ in a few places. */
function distance(a: Uint32Array, b: Uint32Array): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const pattern = short.subarray(start, short.length - end);
  const text = long.subarray(start, long.length - end);
  return pattern.length === 0 ? text.length : bitParallelDistance(pattern, text);
}

const BITS = 32;

/**
 * G. Myers (1999), "A fast bit-vector algorithm for approximate string matching", in blocks, with
 * the horizontal differences of H. Hyyrö (2003): a column of 32 rows at each step.
 */
function bitParallelDistance(pattern: Uint32Array, text: Uint32Array): number {
  const blocks = Math.ceil(pattern.length / BITS);
  const places = placesByPoint(pattern, blocks);
  const nowhere = new Int32Array(blocks);
  const column: Column = { plus: new Int32Array(blocks).fill(-1), minus: new Int32Array(blocks) };
  const lastBit = (pattern.length - 1) % BITS;
  let result = pattern.length;
  for (const point of text) result += step(column, places.get(point) ?? nowhere, lastBit);
  return result;
}

/** Which rows are one more, and which one less, than the row above; a bit for each. */
interface Column {
  readonly plus: Int32Array;
  readonly minus: Int32Array;
}

/** Goes on by a column; returns by how much its last row differs from that of the column before. */
function step({ plus, minus }: Column, places: Int32Array, lastBit: number): number {
  const last = plus.length - 1;
  let carry = 1;
  for (let block = 0; block <= last; block++) {
    const up = plus[block] ?? 0;
    const down = minus[block] ?? 0;
    const same = places[block] ?? 0;
    const vertical = same | down;
    const start = carry < 0 ? same | 1 : same;
    const horizontal = (((start & up) + up) ^ up) | start;
    const right = down | ~(horizontal | up);
    const left = up & horizontal;
    const top = block === last ? lastBit : BITS - 1;
    const moved = {
      right: (right << 1) | Number(carry > 0),
      left: (left << 1) | Number(carry < 0),
    };
    plus[block] = moved.left | ~(vertical | moved.right);
    minus[block] = moved.right & vertical;
    carry = ((right >>> top) & 1) - ((left >>> top) & 1);
  }
  return carry;
}

function placesByPoint(pattern: Uint32Array, blocks: number): Map<number, Int32Array> {
  const places = new Map<number, Int32Array>();
  for (const [row, point] of pattern.entries()) {
    const bits = places.get(point) ?? new Int32Array(blocks);
    const block = Math.floor(row / BITS);
    bits[block] = (bits[block] ?? 0) | (1 << (row % BITS));
    places.set(point, bits);
  }
  return places;
}
