import { z } from "zod";
import { MetricArgs } from "../classes/args.ts";
import { TOKENIZER_NAMES } from "../text/tokenizers.ts";
import { smoothValue } from "./options.ts";

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
  .refine(({ impl, smooth }) => impl === "sacrebleu" || smooth === undefined, {
    path: ["smooth"],
    message: "nltk has method, 0 to 4, in its place",
  })
  .refine(({ impl, effective_order }) => impl === "sacrebleu" || effective_order === undefined, {
    path: ["effective_order"],
    message: "nltk has no such thing",
  })
  .refine(({ impl, method }) => impl === "nltk" || method === undefined, {
    path: ["method"],
    message: "it goes with an impl of nltk",
  });
/** See the schema of the same name. */
export type BleuArgs = z.infer<typeof BleuArgs>;
