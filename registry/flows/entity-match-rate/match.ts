import { node } from "oaieval";

interface Inputs {
  readonly found: readonly string[];
  readonly wanted: readonly string[];
}

/** Whether the same names were found, and whether at least one of them was. */
export default node<Inputs, { exact: boolean; partial: boolean }>(({ found, wanted }) => {
  const names = new Set(found.map(plain));
  const hits = wanted.filter((name) => names.has(plain(name))).length;
  return { exact: hits === wanted.length && names.size === wanted.length, partial: hits > 0 };
});

/** Names are the same in capitals or not, with a full stop behind them or not. */
function plain(name: string): string {
  return name.trim().replace(/\.$/, "").toLowerCase();
}
