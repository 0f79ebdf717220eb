import { z } from "zod";
import { MetricArgs } from "../classes/args.ts";
import { TOKENIZER_NAMES } from "../text/tokenizers.ts";
import { type BleuOptions, smoothValue } from "./options.ts";

const SMOOTHED_ONLY = "it goes with an impl of sacrebleu and a mode of cumulative";

/** What YAML says of BLEU. */
export const BleuArgs = MetricArgs.extend({
  /** `auto` is `zh` where a reference has a Han character, else `13a`. */
  tokenize: z.enum(["auto", ...TOKENIZER_NAMES]).default("auto"),
  /** What stands in for a precision of 0; by default `exp`. */
  smooth: z.enum(["exp", "floor", "add-k", "none"]).optional(),
  /** Parameter of `floor` (by default 0.1) and of `add-k` (by default 1). */
  smooth_value: z.number().nonnegative().optional(),
  /** Whether a line leaves out orders that it is too short for, which it does by default. */
  effective_order: z.boolean().optional(),
  lowercase: z.boolean().default(false),
  mode: z.enum(["cumulative", "individual"]).default("cumulative"),
  impl: z.enum(["sacrebleu", "nltk"]).default("sacrebleu"),
  /** Smoothing of nltk; by default 0. */
  method: z.literal([0, 1, 2, 3, 4]).optional(),
})
  .refine(
    ({ smooth, smooth_value }) =>
      smooth_value === undefined || smoothValue({ smooth }) !== undefined,
    {
      path: ["smooth_value"],
      message: "it goes with a smooth of floor or add-k",
    },
  )
  .refine(({ smooth, smooth_value = 0 }) => smooth !== "floor" || smooth_value <= 1, {
    path: ["smooth_value"],
    message: "expected a number from 0 to 1 for floor",
  })
  .refine((args) => args.smooth === undefined || isSmoothed(args), {
    path: ["smooth"],
    message: SMOOTHED_ONLY,
  })
  .refine((args) => args.effective_order === undefined || isSmoothed(args), {
    path: ["effective_order"],
    message: SMOOTHED_ONLY,
  })
  .refine(({ impl, method }) => impl === "nltk" || method === undefined, {
    path: ["method"],
    message: "it goes with an impl of nltk",
  });
/** See the schema of the same name. */
export type BleuArgs = z.infer<typeof BleuArgs>;

function isSmoothed({ impl, mode }: Pick<BleuOptions, "impl" | "mode">): boolean {
  return impl === "sacrebleu" && mode === "cumulative";
}
