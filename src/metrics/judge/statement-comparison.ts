import { z } from "zod";
import type { ScoreInput } from "../../core/metric.ts";
import { type Counts, fScore } from "../f-score.ts";
import { isBlank } from "../text/is-blank.ts";
import { eachOf, Flag, ItemNumber, Reason } from "./answer-fields.ts";
import type { Ask } from "./judge-metric.ts";

/** How the statements of an answer fit those of a reference. */
export interface StatementComparison extends Counts {
  /** 0 to 1. */
  readonly f1: number;
  readonly statements: readonly string[];
  readonly reference_statements: readonly string[];
  /** What the judge said of each, in their order. */
  readonly verdicts?: object;
}

/**
 * Compares an answer with each of its references, statement by statement; the best comparison
 * counts.
 *
 * @param beta above 1, what is missing weighs more than what is wrong
 */
export async function compareStatements(
  { query, response, references }: ScoreInput,
  ask: Ask,
  beta: number,
): Promise<StatementComparison> {
  const statements = await split({ query, text: response }, ask);
  let best: StatementComparison | undefined;
  for (const reference of references.filter((each) => !isBlank(each))) {
    const reference_statements = await split({ query, text: reference }, ask);
    const compared = await compare({ statements, reference_statements }, ask, beta);
    if (!best || compared.f1 > best.f1) best = compared;
  }
  return best ?? { ...NOTHING, statements, reference_statements: [], f1: 0 };
}

const NOTHING: Counts = { tp: 0, fp: 0, fn: 0 };

const Statements = z.object({ statements: z.array(z.string()) });

async function split(
  material: { readonly query: string | undefined; readonly text: string },
  ask: Ask,
): Promise<string[]> {
  const { statements } = await ask("split", { material, answer: Statements });
  return statements.filter((statement) => !isBlank(statement));
}

type Lists = Pick<StatementComparison, "statements" | "reference_statements">;

const Supported = z.object({ n: ItemNumber, reason: Reason, supported: Flag });
const Covered = z.object({ n: ItemNumber, reason: Reason, covered: Flag });

/** Two texts that say nothing agree; where one says nothing, nobody has to be asked. */
async function compare(lists: Lists, ask: Ask, beta: number): Promise<StatementComparison> {
  const [own, theirs] = [lists.statements.length, lists.reference_statements.length];
  if (own === 0 || theirs === 0) {
    return { ...lists, tp: 0, fp: own, fn: theirs, f1: own === theirs ? 1 : 0 };
  }
  const answer = z.object({ answer: eachOf(Supported, own), reference: eachOf(Covered, theirs) });
  const verdicts = await ask("compare", { material: { ...lists }, answer });
  const tp = verdicts.answer.filter(({ supported }) => supported === 1).length;
  const fn = verdicts.reference.filter(({ covered }) => covered === 0).length;
  const counts = { tp, fp: own - tp, fn };
  return { ...lists, ...counts, f1: fScore(counts, beta), verdicts };
}
