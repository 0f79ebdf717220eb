const LIMIT = 5;
/** With fewer letters every name is near to some other. */
const MISSPELT_LENGTH = 4;

/** Names near to one that was not found, nearest first, at most five. */
export function closest(name: string, names: Iterable<string>): string[] {
  const wanted = plain(name);
  return [...new Set(names)]
    .map((candidate) => ({ candidate, score: score(wanted, plain(candidate)) }))
    .filter(({ candidate, score }) => candidate !== name && score !== null)
    .sort((a, b) => (a.score ?? 0) - (b.score ?? 0))
    .slice(0, LIMIT)
    .map(({ candidate }) => candidate);
}

/** `did you mean "a" or "b"?`, or nothing when no name is near. */
export function didYouMean(name: string, names: Iterable<string>): string | undefined {
  const near = closest(name, names).map((candidate) => `"${candidate}"`);
  const last = near.pop();
  if (last === undefined) return undefined;
  return `did you mean ${near.length > 0 ? `${near.join(", ")} or ` : ""}${last}?`;
}

/**
 * The name that this one is almost certainly a slip of: a few letters are wrong, the first letter
 * and every digit are right. Nothing for what may be a name of its own, such as another version.
 */
export function misspelt(name: string, names: Iterable<string>): string | undefined {
  const wanted = plain(name);
  const [near] = closest(name, names);
  if (near === undefined || wanted.length < MISSPELT_LENGTH) return undefined;
  const meant = plain(near);
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, meant.length) / 5));
  const isSlip =
    wanted[0] === meant[0] &&
    wanted.replace(/\D/g, "") === meant.replace(/\D/g, "") &&
    editDistance(wanted, meant) <= allowed;
  return isSlip ? near : undefined;
}

/** People mix up case and separators; neither makes two names different here. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}

/** Edits between the two, more for a name that only begins or contains the other; null when far. */
function score(wanted: string, candidate: string): number | null {
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
  const edits = editDistance(wanted, candidate);
  if (edits <= allowed) return edits;
  if (wanted.length < 3) return null;
  if (candidate.startsWith(wanted)) return allowed + 1;
  return candidate.includes(wanted) ? allowed + 2 : null;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of two neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, substituted, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
