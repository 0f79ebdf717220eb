import { z } from "zod";
import type { CompletionParams } from "../core/completion.ts";

/** What is made of several answers of one call. */
export const Reducer = z.enum(["first", "best", "mean", "majority"]);
export type Reducer = z.infer<typeof Reducer>;

/** Args that all templates have. */
export const TemplateArgs = z.strictObject({
  /** Answers that one call asks for; each is judged. @default 1 */
  n: z.int().positive().optional(),
  /** How several answers become one result. @default "mean", under parity the first alone */
  reducer: Reducer.optional(),
  /** Options of each call, over the template's own; null takes one out. */
  sampling_params: z.record(z.string(), z.unknown()).optional(),
});
/** See the schema of the same name. */
export type TemplateArgs = z.infer<typeof TemplateArgs>;

/** Args of templates that read a file of samples. */
export const SampleFileArgs = TemplateArgs.extend({
  /** A path, a glob, a URL or `module:export`. */
  samples_jsonl: z.string().optional(),
});

/** Longest answer, in tokens. */
export const MaxTokens = z.int().positive();

/** The template's own options with those of the args over them, without what is null. */
export function callParams(
  own: CompletionParams,
  { n, sampling_params }: Partial<TemplateArgs>,
): CompletionParams {
  const merged = Object.entries({ ...own, n: n ?? own["n"], ...sampling_params });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined && value !== null));
}
