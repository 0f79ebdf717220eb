const LF = 10;
const CR = 13;

/** Where each line of a text begins. Lines end with `\n`, `\r\n` or a lone `\r`. */
export function lineStarts(bytes: Buffer): number[] {
  const starts: number[] = [];
  let lf = find(bytes, LF, 0);
  let cr = find(bytes, CR, 0);
  let start = 0;
  while (start < bytes.length) {
    starts.push(start);
    const isLoneCr = cr < lf - 1;
    start = (isLoneCr ? cr : lf) + 1;
    if (lf < start) lf = find(bytes, LF, start);
    if (cr < start) cr = find(bytes, CR, start);
  }
  return starts;
}

/**
 * Length of the part that is whole lines. A `\r` at the very end does not count, for a `\n` may
 * follow.
 */
export function wholeLines(bytes: Buffer): number {
  const lf = bytes.lastIndexOf(LF);
  if (lf !== -1) return lf + 1;
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(CR, bytes.length - 2) + 1;
}

function find(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}
