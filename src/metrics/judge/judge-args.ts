import { z } from "zod";
import { MetricArgs } from "../classes/args.ts";
import { OwnPrompt } from "./judge-prompts.ts";

/** Args of metrics that ask a judge. */
export const JudgeArgs = MetricArgs.extend({
  /** A prompt in place of the bundled one; it must name the same fields. */
  prompt: OwnPrompt.optional(),
  /** Options of each call, over the temperature of 0; null takes one out. */
  sampling_params: z.record(z.string(), z.unknown()).default({}),
});
/** See the schema of the same name. */
export type JudgeArgs = z.infer<typeof JudgeArgs>;
