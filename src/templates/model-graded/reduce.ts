import { mean } from "../../core/statistics.ts";
import type { Reducer } from "../args.ts";
import type { Judgement } from "./judge.ts";

/**
 * Makes one judgement of those on several answers of one call; all of them stay in its details.
 *
 * @param judgements at least one
 */
export function reduceJudgements(judgements: readonly Judgement[], reducer: Reducer): Judgement {
  const verdicts = judgements.map(({ choice, score, details }, index) => ({
    index,
    choice,
    score,
    ...details,
  }));
  const { choice, score } = REDUCERS[reducer](judgements);
  return { choice, score, details: { reducer, verdicts } };
}

const REDUCERS: Readonly<Record<Reducer, (judgements: readonly Judgement[]) => Judgement>> = {
  first,
  best: (judgements) => first(judgements.toSorted((a, b) => rank(b) - rank(a))),
  majority: mostFrequent,
  mean: (judgements) => ({
    ...mostFrequent(judgements),
    score: mean(judgements.flatMap(({ score }) => score ?? [])),
  }),
};

function first(judgements: readonly Judgement[]): Judgement {
  return judgements[0] as Judgement; // there is at least one
}

function rank({ score }: Judgement): number {
  return score ?? Number.NEGATIVE_INFINITY;
}

/** Of equally frequent choices the one that came first. */
function mostFrequent(judgements: readonly Judgement[]): Judgement {
  const count = ({ choice }: Judgement) =>
    judgements.filter((each) => each.choice === choice).length;
  return first(judgements.toSorted((a, b) => count(b) - count(a)));
}
