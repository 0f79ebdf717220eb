import { node } from "oaieval";

interface Verdicts {
  readonly groundedness?: string;
  readonly relevance?: string;
  readonly retrieval?: string;
}

/** The grades of a line; null for one that nobody gave, or that cannot be read. */
export default node<Verdicts>(({ groundedness, relevance, retrieval }) => ({
  groundedness: gradeIn(groundedness),
  relevance: gradeIn(relevance),
  retrieval: gradeIn(retrieval),
}));

function gradeIn(verdict = ""): number | null {
  const [digit] = /\b[1-5]\b/.exec(verdict) ?? [];
  return digit === undefined ? null : Number(digit);
}
