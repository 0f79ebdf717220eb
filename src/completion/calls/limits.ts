import { z } from "zod";

/** What may be asked of one model, beside what its endpoint says itself. */
export const Limits = z.strictObject({
  /** Requests a minute, evenly spread. */
  rpm: z.number().positive().optional(),
  /** Tokens a minute, prompts and answers together. */
  tpm: z.number().positive().optional(),
  /** Requests at the same time. */
  concurrency: z.int().positive().optional(),
});

/** See the schema of the same name. */
export type Limits = z.infer<typeof Limits>;
