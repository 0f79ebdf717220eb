import { ConfigError } from "../../core/errors.ts";
import type { MetricContext } from "../../core/metric.ts";
import type { RegistryEntry } from "../../core/registry-view.ts";
import { ModelGradedArgs } from "../model-graded/args.ts";
import { type JudgingPlan, makePlan } from "../model-graded/plan.ts";
import type { ModelGradedMetricArgs } from "./args.ts";

/** How a metric judges, and what its spec calls the answer. */
export interface MetricPlan extends JudgingPlan {
  readonly output: string;
}

/**
 * Finds the spec, or makes one of the args, and settles what can be settled before the first call.
 *
 * @throws {ConfigError} when nobody judges, or the spec is none for a single answer
 */
export async function metricPlan(
  args: ModelGradedMetricArgs,
  context: MetricContext,
): Promise<MetricPlan> {
  const { name, judge, judgeName, judgeRetries, registry } = context;
  if (!judge) {
    throw new ConfigError(`"${name}" needs a judge, and nobody is named`, {
      fix: "name one with --judge NAME, or in the args of the eval: judge: NAME",
    });
  }
  const entry = await entryOf(args, context);
  const spec = args.modelgraded_spec ?? name;
  const { modelgraded_spec_args, match_fn, eval_kwargs, structured, invalid_score } = args;
  const given = ModelGradedArgs.parse({
    ...{ modelgraded_spec: spec, modelgraded_spec_args, match_fn, eval_kwargs, structured },
    ...{ invalid_score, judge_retries: args.judge_retries ?? judgeRetries },
    eval_type: evalTypeOf(args, entry),
  });
  const plan = await makePlan(given, {
    ...{ judge, judgeName, completionFns: [], parity: false },
    warn: (message) => context.warn(message),
    registry: {
      completionFn: (asked, given) => registry.completionFn(asked, given),
      modelgradedSpec: async () => entry,
    },
  });
  return { ...plan, output: outputOf(plan, spec) };
}

/** A judge who is not told how to answer is told to think first. */
function evalTypeOf(
  { eval_type, structured }: ModelGradedMetricArgs,
  { fields }: RegistryEntry,
): ModelGradedMetricArgs["eval_type"] {
  const isTold = structured || (fields["eval_type"] ?? null) !== null;
  return eval_type ?? (isTold ? undefined : "cot_classify");
}

async function entryOf(
  { modelgraded_spec, prompt, choice_strings, choice_scores }: ModelGradedMetricArgs,
  { name, registry }: MetricContext,
): Promise<RegistryEntry> {
  const scores = choice_scores === undefined ? {} : { choice_scores };
  if (modelgraded_spec === undefined) {
    const fields = { prompt, choice_strings, input_outputs: { query: "response" }, ...scores };
    return { name, fields: withoutUndefined(fields), file: `the args of "${name}"`, line: 0 };
  }
  if (prompt !== undefined || choice_strings !== undefined) {
    throw new ConfigError(`"${name}" has both a modelgraded_spec and a prompt of its own`, {
      fix: "leave out modelgraded_spec, or prompt and choice_strings",
    });
  }
  const entry = await registry.modelgradedSpec(modelgraded_spec);
  return { ...entry, fields: { ...entry.fields, ...scores } };
}

function withoutUndefined(fields: object): RegistryEntry["fields"] {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function outputOf({ pairs, prompt, where }: JudgingPlan, spec: string): string {
  const [[, output = ""] = [], second] = pairs;
  if (second || prompt.names.includes("n")) {
    throw new ConfigError(`the judge "${spec}" compares several answers, and a metric has one`, {
      where,
      fix: "use it in an eval of class model-graded, or name another spec",
    });
  }
  if (prompt.names.includes(output)) return output;
  throw new ConfigError(`the prompt of the judge "${spec}" does not show the answer`, {
    where,
    fix: `name {${output}} in it`,
  });
}
