import { z } from "zod";
import { PromptText } from "../../core/prompt-template.ts";
import { MetricArgs } from "../../metrics/classes/args.ts";
import { ModelGradedArgs } from "../model-graded/args.ts";
import { ModelGradedSpec } from "../model-graded/spec.ts";

/** Args of ModelGradedMetric. */
export const ModelGradedMetricArgs = MetricArgs.extend({
  /** Name of the judge's spec, an entry of `modelgraded/*.yaml`. */
  modelgraded_spec: z.string().optional(),
  /** A prompt of one's own in place of a spec; it names `{query}`, `{response}` or other fields. */
  prompt: PromptText.optional(),
  /** The choices that it has. */
  choice_strings: ModelGradedSpec.shape.choice_strings.optional(),
  /** What they score, also over the scores of a spec. */
  choice_scores: ModelGradedSpec.shape.choice_scores,
  /** What an unreadable verdict scores: nothing, or the lowest score. */
  invalid_score: z.enum(["min", "exclude"]).default("exclude"),
  /** How often the judge is asked again whose answer cannot be read. @default as the eval's metrics */
  judge_retries: z.int().min(0).optional(),
  ...ModelGradedArgs.pick({
    modelgraded_spec_args: true,
    eval_type: true,
    match_fn: true,
    eval_kwargs: true,
    structured: true,
  }).shape,
}).refine(({ modelgraded_spec, prompt }) => (modelgraded_spec ?? prompt) !== undefined, {
  message: "expected the name of a spec here, or a prompt and choice_strings",
  path: ["modelgraded_spec"],
});
/** See the schema of the same name. */
export type ModelGradedMetricArgs = z.infer<typeof ModelGradedMetricArgs>;
