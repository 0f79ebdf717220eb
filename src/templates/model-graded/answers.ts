import type { CompletionFn } from "../../core/completion.ts";
import { CompletionError } from "../../core/errors.ts";
import type { SampleContext } from "../../core/eval.ts";
import type { Prompt } from "../../core/prompt.ts";
import { paramsOf } from "./args.ts";
import { joinAnswers } from "./output-template.ts";
import { type JudgingPlan, judgesEach } from "./plan.ts";
import type { Case } from "./prompt-values.ts";

/**
 * What is judged of a row: answers that it brings along, else those of the functions that answer.
 * It is one case, or one for each of several answers of one call (`n_samples`).
 */
export async function collectCases(
  row: Case["row"],
  plan: JudgingPlan,
  ctx: SampleContext,
): Promise<readonly Case[]> {
  if (judgesEach(plan)) return eachAnswer(row, plan, ctx);
  const answers = new Map<string, unknown>();
  for (const [index, [input, output]] of plan.pairs.entries()) {
    if (Object.hasOwn(row, output)) continue;
    const ask = (fn: CompletionFn | undefined) =>
      askPolicy(promptOf(row, input), fn, { plan, ctx });
    answers.set(output, await (plan.n > 1 ? askSeveral(plan, ask) : ask(policyOf(plan, index))));
  }
  return [{ row, answers }];
}

interface Asking {
  readonly plan: JudgingPlan;
  readonly ctx: SampleContext;
}

async function askPolicy(
  prompt: Prompt,
  fn: CompletionFn | undefined,
  { plan, ctx }: Asking,
): Promise<string> {
  const { text } = await ctx.complete(prompt, paramsOf(plan.args.sample_kwargs), { fn });
  return text;
}

async function askSeveral(
  plan: JudgingPlan,
  ask: (fn: CompletionFn | undefined) => Promise<string>,
): Promise<string> {
  const { policies } = plan.roles;
  const answers: string[] = [];
  for (let index = 0; index < plan.n; index++) {
    answers.push(await ask(policies.length === plan.n ? policies[index] : policies[0]));
  }
  return joinAnswers(plan.outputTemplate, answers);
}

async function eachAnswer(
  row: Case["row"],
  plan: JudgingPlan,
  ctx: SampleContext,
): Promise<readonly Case[]> {
  const { sample_kwargs } = plan.args;
  const [input = "", output = ""] = plan.pairs[0] ?? [];
  if (Object.hasOwn(row, output)) return [{ row, answers: new Map() }];
  const { completions } = await ctx.complete(promptOf(row, input), paramsOf(sample_kwargs), {
    fn: policyOf(plan, 0),
  });
  const asked = sample_kwargs.n_samples ?? 1;
  if (completions.length >= asked) {
    return completions.map((text) => ({ row, answers: new Map([[output, text]]) }));
  }
  throw new CompletionError(`${completions.length} answers came, and n_samples asks for ${asked}`, {
    fix: "the endpoint may not know the option n; leave n_samples out and use --repeats",
  });
}

/** With as many functions as inputs, each answers one of them. */
function policyOf({ roles, pairs }: JudgingPlan, index: number): CompletionFn | undefined {
  const { policies } = roles;
  return policies.length === pairs.length ? policies[index] : policies[0];
}

function promptOf(row: Case["row"], input: string): Prompt {
  return row[input] as Prompt; // checked when the rows were read
}
