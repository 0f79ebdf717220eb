import { DataError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { RowInspector } from "../inspected-rows.ts";
import { noticeRows } from "../row-notice.ts";
import { Input } from "../sample.ts";
import type { JudgingPlan } from "./plan.ts";

/** What is looked at in the rows before anything is asked. */
export function rowInspectors(plan: JudgingPlan, context: EvalContext): readonly RowInspector[] {
  const { rules, roles, args } = plan;
  return [
    { see: (row, where) => refuseBadRow(row as Row, where, plan) },
    { see: (row, where) => refuseUnlabelled(row as Row, where, plan) },
    noticeRows(
      (row) => roles.isSelfJudging && asksSomebody(row, plan),
      () => context.warn("the judge judges its own answers; name another with --judge NAME"),
    ),
    noticeRows(
      (row) => plan.prompt.names.includes("n") && "n" in row,
      (rows) => context.warn(`"n" in ${rows} is not used: {n} is the number of answers`),
    ),
    noticeRows(
      (row) => args.metaeval && !rules.choices.includes(String(labelOf(row as Row, plan))),
      (rows) => context.warn(`"choice" in ${rows} is none of ${rules.choices.join(", ")}`),
    ),
  ];
}

/** The verdict that a row has as its label. In openai/evals, and under parity, a number is no text. */
export function labelOf({ choice }: Row, { parity }: JudgingPlan): unknown {
  return parity ? choice : String(choice);
}

type Row = Readonly<Record<string, unknown>>;

function refuseBadRow(row: Row, where: string, plan: JudgingPlan): void {
  const missing = fieldsNeeded(row, plan).find((name) => !Object.hasOwn(row, name));
  if (missing !== undefined) {
    throw new DataError(`the row has no "${missing}", which the judge asks for`, {
      where,
      fix: `add "${missing}" to the row, or to modelgraded_spec_args; the judge is at ${plan.where}`,
    });
  }
  const [input] = plan.pairs.find(([input, output]) => isBadInput(row, input, output)) ?? [];
  if (input !== undefined) {
    throw new DataError(`"${input}" of the row cannot be asked`, {
      where,
      fix: 'write a text, or a list of messages such as {"role": "user", "content": "2+2?"}',
    });
  }
}

function refuseUnlabelled(row: Row, where: string, { args }: JudgingPlan): void {
  if (!args.metaeval || Object.hasOwn(row, "choice")) return;
  throw new DataError('the row has no "choice", which a meta-eval compares verdicts with', {
    where,
    fix: 'add the right verdict to the row as "choice", or remove metaeval',
  });
}

/** What a row must have: what is asked, and what the prompt shows. */
function fieldsNeeded(row: Row, { pairs, prompt, args }: JudgingPlan): string[] {
  const outputs = pairs.map(([, output]) => output);
  const given = [...outputs, ...Object.keys(args.modelgraded_spec_args), "n", "boundary"];
  const asked = pairs.filter(([, output]) => !Object.hasOwn(row, output)).map(([input]) => input);
  const shown = prompt.names.filter((name) => !given.includes(name));
  return [...asked, ...shown];
}

function asksSomebody(row: object, { pairs }: JudgingPlan): boolean {
  return pairs.some(([, output]) => !Object.hasOwn(row, output));
}

function isBadInput(row: Row, input: string, output: string): boolean {
  return !(Object.hasOwn(row, output) || Input.safeParse(row[input]).success);
}
