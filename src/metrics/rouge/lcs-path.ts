/** Which way to go where a table of common lengths has two that are as good. */
export type Tie = "shorten-first" | "shorten-second";

/**
 * Places in `a` of a longest common subsequence with `b`, ascending. Which one of several it is
 * depends on the tie. The table has a bit for each pair of tokens.
 */
export function lcsPath(a: readonly string[], b: readonly string[], tie: Tie): number[] {
  if (tie === "shorten-second") return pathOf(a, b).map(([place]) => place);
  return pathOf(b, a).map(([, place]) => place);
}

/** Pairs of places, ascending; where both ways are as good, the second list is shortened. */
function pathOf(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const level = levelBits(a, b);
  const path: (readonly [number, number])[] = [];
  let [row, column] = [a.length - 1, b.length - 1];
  while (row >= 0 && column >= 0) {
    if (a[row] === b[column]) {
      path.push([row, column]);
      row -= 1;
      column -= 1;
      continue;
    }
    const strip = Math.floor(column / BITS);
    const isLevel = ((level[strip * a.length + row] ?? 0) >>> (column % BITS)) & 1;
    if (isLevel) column -= 1;
    else row -= 1;
  }
  return path.reverse();
}

/** So many that a sum of two rows and a carry is an integer of 32 bits, which is fast. */
const BITS = 30;
const ALL = 2 ** BITS - 1;

/**
 * For each row of the table and each token of `b` whether it makes the common length no longer; in
 * strips of 30 tokens, one row after the other (H. Hyyrö, 2004).
 */
function levelBits(a: readonly string[], b: readonly string[]): Int32Array {
  const bits = new Int32Array(Math.ceil(b.length / BITS) * a.length);
  const carries = new Uint8Array(a.length);
  for (let start = 0, at = 0; start < b.length; start += BITS) {
    const places = placesOf(b.slice(start, start + BITS));
    let level = ALL;
    for (let row = 0; row < a.length; row++) {
      const matching = places.get(a[row] ?? "") ?? 0;
      const sum = level + (level & matching) + (carries[row] ?? 0);
      carries[row] = sum >>> BITS;
      level = (sum & ALL) | (level & ~matching);
      bits[at++] = level;
    }
  }
  return bits;
}

/** A bit for each place of a token. */
function placesOf(tokens: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, token] of tokens.entries()) {
    places.set(token, (places.get(token) ?? 0) | (1 << place));
  }
  return places;
}
