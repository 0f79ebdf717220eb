import type { CompletionFn } from "../../core/completion.ts";
import { ConfigError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { RegistryView } from "../../core/registry-view.ts";
import type { ModelGradedArgs } from "./args.ts";

/** Who answers and who judges. */
export interface Roles {
  readonly policies: readonly CompletionFn[];
  readonly judge: CompletionFn;
  /** In one line for the user; undefined when the functions have no names. */
  readonly description: string | undefined;
  /** Whether the judge also answers. */
  readonly isSelfJudging: boolean;
}

/** What judging needs to know of an eval. */
export interface JudgingContext
  extends Pick<
    EvalContext,
    "completionFns" | "completionFnNames" | "judge" | "judgeName" | "parity" | "warn"
  > {
  readonly registry: Pick<RegistryView, "completionFn" | "modelgradedSpec">;
}

/**
 * Casts the functions of a run: a judge of `--judge` or of the args leaves all others to answer;
 * else the last one judges, and one alone does both.
 *
 * @throws {ConfigError} when the judge of the args cannot be made
 */
export async function castRoles(
  { judge }: Pick<ModelGradedArgs, "judge">,
  context: JudgingContext,
): Promise<Roles> {
  const { completionFns, completionFnNames = [] } = context;
  const named = await namedJudge(judge, context);
  const last = completionFns.at(-1);
  if (named) return cast(completionFns, completionFnNames, named);
  if (!last) throw new ConfigError("nobody judges", { fix: "name a completion function" });
  const own = { fn: last, name: completionFnNames.at(-1) };
  const others = completionFns.length > 1 ? -1 : undefined;
  return cast(completionFns.slice(0, others), completionFnNames.slice(0, others), own);
}

interface NamedFn {
  readonly fn: CompletionFn;
  readonly name: string | undefined;
}

async function namedJudge(
  judge: ModelGradedArgs["judge"],
  context: JudgingContext,
): Promise<NamedFn | undefined> {
  if (context.judge) return { fn: context.judge, name: context.judgeName };
  if (judge === undefined) return undefined;
  const { completion_fn: name, completion_args } =
    typeof judge === "string" ? { completion_fn: judge, completion_args: {} } : judge;
  return { fn: await context.registry.completionFn(name, completion_args), name };
}

function cast(
  policies: readonly CompletionFn[],
  names: readonly string[],
  { fn: judge, name }: NamedFn,
): Roles {
  const isSelfJudging = policies.includes(judge) || (name !== undefined && names.includes(name));
  return { policies, judge, description: describe(names, name), isSelfJudging };
}

function describe(names: readonly string[], judge: string | undefined): string | undefined {
  if (names.length === 0 || judge === undefined) return undefined;
  if (names.length === 1 && names[0] === judge) return `${judge} answers and judges`;
  return `${names.join(", ")} ${names.length > 1 ? "answer" : "answers"}, ${judge} judges`;
}
