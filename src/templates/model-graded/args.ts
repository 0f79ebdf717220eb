import { z } from "zod";
import type { CompletionParams } from "../../core/completion.ts";
import { callParams, MaxTokens, Reducer } from "../args.ts";
import { EvalType } from "./eval-type.ts";
import { MatchFn } from "./match-fns.ts";

const Fields = z.record(z.string(), z.unknown());

/** Options of calls, in the names of openai/evals; null leaves an option to the provider. */
const CallKwargs = z.strictObject({
  max_tokens: MaxTokens.nullable().default(1024),
  temperature: z.number().min(0).nullable().default(0),
  /** How many answers one call gives. @default 1 */
  n_samples: z.int().positive().nullable().optional(),
  /** Any further options of the API, over all others. */
  completion_kwargs: Fields.optional(),
});
type CallKwargs = z.infer<typeof CallKwargs>;

/** Args of ModelBasedClassify. */
export const ModelGradedArgs = z.strictObject({
  /** A path, a glob, a URL or `module:export`. */
  samples_jsonl: z.string().optional(),
  /** Name of the judge's spec, an entry of `modelgraded/*.yaml`. */
  modelgraded_spec: z.string(),
  /** Values for the judge's prompt, over the fields of the row. */
  modelgraded_spec_args: Fields.default({}),
  /** How the judge answers; adds the instruction to the prompt. */
  eval_type: EvalType.optional(),
  /** How a line of its answer is compared with the choices. @default whole words */
  match_fn: MatchFn.optional(),
  /** How many answers the judge sees side by side; `from_models`: one of each function. */
  multicomp_n: z.union([z.int().positive(), z.literal("from_models")]).default(1),
  /** Options of the calls that answer. */
  sample_kwargs: CallKwargs.prefault({}),
  /** Options of the calls that judge. */
  eval_kwargs: CallKwargs.prefault({}),
  /** Compare verdicts with the rows' own `choice`: an eval of the judge. */
  metaeval: z.boolean().default(false),
  /** Who judges; without it, the last of the command line's functions. */
  judge: z
    .union([
      z.string(),
      z.strictObject({ completion_fn: z.string(), completion_args: Fields.optional() }),
    ])
    .optional(),
  /** How often a judge is asked again whose answer cannot be read. */
  judge_retries: z.int().min(0).default(0),
  /** Ask for reasoning and choice as JSON, where the endpoint can. */
  structured: z.boolean().default(false),
  /** Ask a second time with the two answers in each other's place; what differs is a tie. */
  swap: z.boolean().default(false),
  /** What an unreadable verdict scores: the lowest score, or nothing. */
  invalid_score: z.enum(["min", "exclude"]).default("min"),
  /** What is made of the verdicts on several answers of one call (`n_samples`). */
  reducer: Reducer.default("mean"),
});
export type ModelGradedArgs = z.infer<typeof ModelGradedArgs>;

/** The options of a call as openai/evals sends them. */
export function paramsOf(kwargs: CallKwargs, own: CompletionParams = {}): CompletionParams {
  const { max_tokens, temperature, n_samples, completion_kwargs } = kwargs;
  const fixed = { top_p: 1, frequency_penalty: 0, presence_penalty: 0, n: n_samples ?? 1 };
  return callParams(
    { max_tokens, temperature, ...fixed, ...own },
    { sampling_params: completion_kwargs },
  );
}
