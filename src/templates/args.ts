import { z } from "zod";
import type { CompletionParams } from "../core/completion.ts";

/** Args that all templates have. */
export const TemplateArgs = z.strictObject({
  /** Options of each call, over the template's own; null takes one out. */
  sampling_params: z.record(z.string(), z.unknown()).optional(),
});

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
  { sampling_params }: z.infer<typeof TemplateArgs>,
): CompletionParams {
  const merged = Object.entries({ ...own, ...sampling_params });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined && value !== null));
}
