/**
 * Length of the longest common subsequence of two lists of tokens, 32 rows of the table at once (H.
 * Hyyrö, 2004): time |a| · |b| / 32, memory as for the distinct tokens of `a` times |a| / 8 bytes.
 */
export function lcsLength(a: readonly string[], b: readonly string[]): number {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length === 0) return 0;
  const words = Math.ceil(shorter.length / BITS);
  const places = placesOf(shorter, words);
  const open = new Uint32Array(words).fill(ALL);
  for (const token of longer) {
    const matching = places.get(token);
    if (matching) advance(open, matching);
  }
  return countClosed(open, shorter.length);
}

const BITS = 32;
const ALL = 0xff_ff_ff_ff;
const CARRY = 2 ** BITS;

/** Where each token stands, a bit for each place. */
function placesOf(tokens: readonly string[], words: number): ReadonlyMap<string, Uint32Array> {
  const places = new Map<string, Uint32Array>();
  for (const [at, token] of tokens.entries()) {
    const own = places.get(token) ?? new Uint32Array(words);
    places.set(token, own);
    const word = at >>> 5;
    own[word] = ((own[word] ?? 0) | (1 << (at & 31))) >>> 0;
  }
  return places;
}

/** One row further: (open + (open & matching)) | (open & ~matching), over words of 32 bits. */
function advance(open: Uint32Array, matching: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < open.length; word++) {
    const bits = open[word] ?? 0;
    const found = matching[word] ?? 0;
    const sum = bits + ((bits & found) >>> 0) + carry;
    carry = sum >= CARRY ? 1 : 0;
    open[word] = (sum >>> 0) | (bits & ~found);
  }
}

function countClosed(open: Uint32Array, length: number): number {
  let closed = 0;
  for (let at = 0; at < length; at++) closed += (((open[at >>> 5] ?? 0) >>> (at & 31)) & 1) ^ 1;
  return closed;
}
