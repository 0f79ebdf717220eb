import { ConfigError } from "../../core/errors.ts";
import type { Template } from "../../core/format.ts";
import type { PromptTemplate } from "../../core/prompt-template.ts";
import type { ModelGradedArgs } from "./args.ts";
import { expandChoices } from "./choices.ts";
import { EvalType } from "./eval-type.ts";
import { answerInstruction, structuredInstruction } from "./instruction.ts";
import { parseJudgePrompt } from "./judge-prompt.ts";
import { readOutputTemplate } from "./output-template.ts";
import { castRoles, type JudgingContext, type Roles } from "./roles.ts";
import { type Scores, scoresOf } from "./scores.ts";
import { type ModelGradedSpec, placeOf, readSpec } from "./spec.ts";
import { type Mirror, mirrorOf } from "./swap.ts";
import type { ReadingRules } from "./verdict.ts";

/** Everything that is the same for all samples. */
export interface JudgingPlan {
  readonly args: ModelGradedArgs;
  readonly parity: boolean;
  readonly roles: Roles;
  /** Which field of a row is answered, and the answer's name. */
  readonly pairs: readonly (readonly [input: string, output: string])[];
  /** Answers that are judged side by side. */
  readonly n: number;
  readonly prompt: PromptTemplate;
  /** The form of one of them. */
  readonly outputTemplate: Template;
  readonly rules: ReadingRules;
  readonly scores: Scores | undefined;
  /** What each choice means when the two answers change places. */
  readonly mirror: Mirror | undefined;
  /** The spec, as `file:line`. */
  readonly where: string;
}

/**
 * Finds the spec and the judge, and settles all that can be settled before the first call.
 *
 * @throws {ConfigError} when they do not fit each other
 */
export async function makePlan(
  args: ModelGradedArgs,
  context: JudgingContext,
): Promise<JudgingPlan> {
  const entry = await context.registry.modelgradedSpec(args.modelgraded_spec);
  const spec = readSpec(entry, (message) => context.warn(message));
  const where = placeOf(entry);
  const roles = await castRoles(args, context);
  const pairs = Object.entries(spec.input_outputs);
  const n = comparedAnswers(args, roles, pairs.length);
  const choices = expandChoices(spec.choice_strings, n, where);
  const scores = scoresOf(choices, spec.choice_scores, where);
  refuseUnscored(args, scores);
  if (args.match_fn === "include") context.warn(INVERTED);
  const plan: JudgingPlan = {
    args,
    parity: context.parity,
    roles,
    pairs,
    n,
    prompt: parseJudgePrompt({ prompt: spec.prompt, where }, instructionOf(args, choices)),
    outputTemplate: readOutputTemplate(spec, n, where),
    rules: { choices, evalType: evalTypeOf(args, spec, where), matchFn: matchFnOf(args, context) },
    scores,
    mirror: args.swap ? mirrorOf({ choices, scores, pairs }, where) : undefined,
    where,
  };
  if (leavesAnswersOut(plan)) context.warn(FIRST_ANSWER);
  if (asksForSeveral(args.eval_kwargs)) context.warn(FIRST_VERDICT);
  return plan;
}

/**
 * Whether every answer of one call (`n_samples`) is judged by itself. The first alone is judged
 * where answers are judged together, and under parity, as openai/evals does.
 */
export function judgesEach(plan: JudgingPlan): boolean {
  const { args, pairs, n, parity } = plan;
  const isAlone = pairs.length === 1 && n === 1 && !args.swap;
  const isWanted = asksForSeveral(args.sample_kwargs) && args.reducer !== "first";
  return isAlone && isWanted && !parity;
}

function leavesAnswersOut(plan: JudgingPlan): boolean {
  const { sample_kwargs, reducer } = plan.args;
  return asksForSeveral(sample_kwargs) && reducer !== "first" && !judgesEach(plan);
}

function asksForSeveral({ n_samples }: ModelGradedArgs["sample_kwargs"]): boolean {
  return (n_samples ?? 1) > 1;
}

const FIRST_ANSWER = "n_samples: of the answers that one call gives, only the first is judged";
const FIRST_VERDICT = "n_samples of eval_kwargs: of a judge's answers, only the first is read";

const INVERTED =
  "match_fn: include asks whether a line of the judge is part of a choice, as in openai/evals; contains asks whether it has the choice in it";

/**
 * How many answers the judge sees at once; each of several functions must be among them. Nobody
 * answers while an eval is only checked.
 */
function comparedAnswers({ multicomp_n }: ModelGradedArgs, roles: Roles, pairs: number): number {
  const { length: count } = roles.policies;
  const n = multicomp_n === "from_models" ? Math.max(2, count) : multicomp_n;
  if (multicomp_n === "from_models" && count === 1) {
    throw new ConfigError("multicomp_n: from_models compares two functions or more; one answers", {
      fix: "name those that answer and then the judge: oaieval a,b,judge EVAL",
    });
  }
  const hasPlaceForAll = count <= 1 || count === n || (n === 1 && count === pairs);
  if (hasPlaceForAll) return n;
  throw new ConfigError(`${count} functions answer, and the judge compares ${n} (multicomp_n)`, {
    where: roles.description,
    fix: "compare them with multicomp_n: from_models, or run the eval once for each with --each",
  });
}

function refuseUnscored({ reducer }: ModelGradedArgs, scores: Scores | undefined): void {
  if (reducer !== "best" || scores) return;
  throw new ConfigError("reducer: best takes the highest score, and the judge gives none", {
    fix: "add choice_scores to the spec, or use reducer: majority",
  });
}

function instructionOf(
  { structured, eval_type }: ModelGradedArgs,
  choices: readonly string[],
): string | undefined {
  if (structured) return structuredInstruction(choices);
  return eval_type && answerInstruction(eval_type, choices);
}

/** The spec's own wins: its prompt says how to answer. */
function evalTypeOf(args: ModelGradedArgs, spec: ModelGradedSpec, where: string): EvalType {
  const evalType = spec.eval_type ?? args.eval_type;
  if (evalType) return evalType;
  if (args.structured) return "cot_classify";
  throw new ConfigError(`nothing says how the judge "${args.modelgraded_spec}" answers`, {
    where,
    fix: `set eval_type in the args of the eval, or in the spec when its prompt says so: ${EvalType.options.join(", ")}`,
  });
}

function matchFnOf(
  { match_fn }: ModelGradedArgs,
  { parity }: JudgingContext,
): ReadingRules["matchFn"] {
  return match_fn ?? (parity ? "starts_or_endswith" : "word");
}
