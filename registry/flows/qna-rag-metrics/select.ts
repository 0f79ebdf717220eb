import { node } from "oaieval";

interface Inputs {
  readonly metrics: string;
  readonly question: string;
  readonly answer: string;
  readonly documents: string;
}

/** Which grades are asked for and can be given. */
export default node<Inputs>(({ metrics, question, answer, documents }) => {
  const wanted = new Set(metrics.split(",").map((name) => name.trim()));
  const has = (...texts: string[]) => texts.every((text) => text.trim() !== "");
  return {
    groundedness: wanted.has("groundedness") && has(answer, documents),
    relevance: wanted.has("relevance") && has(question, answer),
    retrieval: wanted.has("retrieval") && has(question, documents),
  };
});
