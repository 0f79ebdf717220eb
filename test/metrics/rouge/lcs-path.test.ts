import fc from "fast-check";
import { expect, test } from "vitest";
import { lcsPath } from "../../../src/metrics/rouge/lcs-path.ts";

test.each([
  { a: "ab", b: "ba", first: [0], second: [1] },
  { a: "abcbdab", b: "bdcaba", first: [1, 2, 3, 5], second: [3, 4, 5, 6] },
  { a: "abc", b: "xyz", first: [], second: [] },
  { a: "", b: "abc", first: [], second: [] },
])("what $a has in common with $b is by the tie", ({ a, b, first, second }) => {
  expect(lcsPath([...a], [...b], "shorten-first")).toEqual(first);
  expect(lcsPath([...a], [...b], "shorten-second")).toEqual(second);
});

const tokens = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 100 });

test.each(["shorten-first", "shorten-second"] as const)(
  "over strips of 30 tokens too, %s goes the way of a whole table",
  (tie) => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        expect(lcsPath(a, b, tie)).toEqual(pathByTable(a, b, tie));
      }),
    );
  },
);

function pathByTable(a: string[], b: string[], tie: string): number[] {
  const at = lengths(a, b);
  const path: number[] = [];
  let [row, column] = [a.length, b.length];
  while (row > 0 && column > 0) {
    const isCommon = a[row - 1] === b[column - 1];
    const gain = at(row - 1, column) - at(row, column - 1);
    const isFirst = isCommon || gain > 0 || (gain === 0 && tie === "shorten-first");
    if (isCommon) path.unshift(row - 1);
    if (isCommon || !isFirst) column -= 1;
    if (isFirst) row -= 1;
  }
  return path;
}

function lengths(a: string[], b: string[]) {
  const table: number[][] = [];
  const at = (row: number, column: number) => table[row - 1]?.[column - 1] ?? 0;
  for (const [above, token] of a.entries()) {
    const row: number[] = [];
    table.push(row);
    for (const [left, other] of b.entries()) {
      const longest = Math.max(at(above, left + 1), at(above + 1, left));
      row.push(token === other ? at(above, left) + 1 : longest);
    }
  }
  return at;
}
