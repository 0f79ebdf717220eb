/**
 * Length of the longest common subsequence of two lists of tokens, 30 rows of the table at once (H.
 * Hyyrö, 2004): time |a| · |b| / 30, memory as for |a| + |b| whatever the tokens are.
 */
export function lcsLength(a: readonly string[], b: readonly string[]): number {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const ids = new Map<string, number>();
  const rows = shorter.map((token) => idOf(token, ids));
  const columns = knownIds(longer, ids);
  const places = new Int32Array(ids.size);
  const carries = new Uint8Array(columns.length);
  let length = 0;
  for (let row = 0; row < rows.length; row += BITS) {
    const strip = rows.slice(row, row + BITS);
    markPlaces(strip, places);
    length += closedRows(goThrough(columns, places, carries), strip.length);
    for (const id of strip) places[id] = 0;
  }
  return length;
}

/** So many that a sum of two rows and a carry is an integer of 32 bits, which is fast. */
const BITS = 30;
const ALL = 2 ** BITS - 1;

function idOf(token: string, ids: Map<string, number>): number {
  const known = ids.get(token);
  if (known !== undefined) return known;
  const id = ids.size;
  ids.set(token, id);
  return id;
}

/** Tokens that the other list has not change nothing. */
function knownIds(tokens: readonly string[], ids: ReadonlyMap<string, number>): number[] {
  const known: number[] = [];
  for (const token of tokens) {
    const id = ids.get(token);
    if (id !== undefined) known.push(id);
  }
  return known;
}

/** A bit for each row of the strip that has the token. */
function markPlaces(strip: readonly number[], places: Int32Array): void {
  for (let row = 0; row < strip.length; row++) {
    const id = strip[row] ?? 0;
    places[id] = (places[id] ?? 0) | (1 << row);
  }
}

/**
 * Goes through the columns of a strip: (open + (open & matching)) | (open & ~matching).
 *
 * @param carries what each column carries over, from the strip above and then to the one below
 * @returns a bit for each row that no column has closed
 */
function goThrough(columns: readonly number[], places: Int32Array, carries: Uint8Array): number {
  let open = ALL;
  for (let column = 0; column < columns.length; column++) {
    const matching = places[columns[column] ?? 0] ?? 0;
    const sum = open + (open & matching) + (carries[column] ?? 0);
    carries[column] = sum >>> BITS;
    open = (sum & ALL) | (open & ~matching);
  }
  return open;
}

function closedRows(open: number, rows: number): number {
  let closed = 0;
  for (let row = 0; row < rows; row++) closed += ((open >>> row) & 1) ^ 1;
  return closed;
}
