/** Which way to go where a table of common lengths has two that are as good. */
export type Tie = "shorten-first" | "shorten-second";

/**
 * Places in `a` of a longest common subsequence with `b`, ascending. Which one of several it is
 * depends on the tie. Memory is |a| · |b| times four bytes.
 */
export function lcsPath(a: readonly string[], b: readonly string[], tie: Tie): number[] {
  const width = b.length + 1;
  const table = lengths(a, b);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  const path: number[] = [];
  let [row, column] = [a.length, b.length];
  while (row > 0 && column > 0) {
    if (a[row - 1] === b[column - 1]) {
      path.push(row - 1);
      row -= 1;
      column -= 1;
      continue;
    }
    const gain = at(row - 1, column) - at(row, column - 1);
    const shortensFirst = gain > 0 || (gain === 0 && tie === "shorten-first");
    if (shortensFirst) row -= 1;
    else column -= 1;
  }
  return path.reverse();
}

function lengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const [above, left] = [(row - 1) * width + column, row * width + column - 1];
      table[row * width + column] =
        a[row - 1] === b[column - 1]
          ? (table[above - 1] ?? 0) + 1
          : Math.max(table[above] ?? 0, table[left] ?? 0);
    }
  }
  return table;
}
