import { node } from "oaieval";

/** The digit of a verdict; without one the line fails. */
export default node<{ verdict: string }, number>(({ verdict }) => {
  const [digit] = /\b[1-5]\b/.exec(verdict) ?? [];
  if (digit === undefined) throw new Error(`the verdict has no digit: ${verdict}`);
  return Number(digit);
});
