import { z } from "zod";
import type { MatchFormOptions } from "./text/match-form.ts";

/** Fields of args that say which differences between texts do not count. */
export const MatchFormArgs = {
  /** Every difference counts, white space at the ends too. */
  strict: z.boolean().default(false),
  ignore_case: z.boolean().default(false),
  /** Leaves out punctuation of all scripts, and differences in white space. */
  ignore_punctuation: z.boolean().default(false),
  /** `squad` is lower case without ASCII punctuation and English articles. */
  normalize: z.literal("squad").optional(),
  /** Form of Unicode in which texts are compared. */
  unicode: z.enum(["NFC", "NFKC"]).optional(),
};

/** Refuses args that would change nothing beside `strict` or `normalize`. */
export function refuseIdleArgs(args: MatchFormOptions, { addIssue }: z.RefinementCtx): void {
  const loosened = ["ignore_case", "ignore_punctuation", "normalize", "unicode"] as const;
  const idle = loosened.find((name) => args.strict && args[name]);
  if (idle) addIssue({ code: "custom", path: [idle], message: "it does not go with strict" });
  const twice = loosened.slice(0, 2).find((name) => args.normalize && args[name]);
  if (twice)
    addIssue({ code: "custom", path: [twice], message: "normalize: squad does it anyway" });
}
