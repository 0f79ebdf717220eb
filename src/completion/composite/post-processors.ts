import { z } from "zod";
import type { CallContext, CompletionResult } from "../../core/completion.ts";
import { strip } from "../../metrics/text/white-space.ts";

/** Changes an answer before it is judged. */
type Step = (text: string) => string;

const STEPS: Readonly<Record<string, Step>> = {
  strip,
  "remove-quotes": (text) => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text,
  "remove-period": withoutPeriods,
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
};

/** Names of openai/evals for the same. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  "evals.solvers.postprocessors.postprocessors:Strip": "strip",
  "evals.solvers.postprocessors.postprocessors:RemoveQuotes": "remove-quotes",
  "evals.solvers.postprocessors.postprocessors:RemovePeriod": "remove-period",
};

const Named = z
  .string()
  .transform((name) => COUNTERPARTS[name] ?? name)
  .pipe(z.enum(Object.keys(STEPS)));

const Pattern = z
  .strictObject({
    /** A regular expression of JavaScript. */
    regex: z.string(),
    /** Its flags, such as `i`. */
    flags: z.string().default(""),
    /**
     * Put in place of every match, with `$1` for a group. @default the first match, or its first
     * group, is the whole answer; without a match it stays
     */
    replace: z.string().optional(),
  })
  .refine(({ regex, flags }) => isRegex(regex, flags), {
    path: ["regex"],
    error: "is no regular expression",
  });

/** Steps in their order: names, or regular expressions. */
export const PostProcessors = z.array(z.union([Named, Pattern]));

/** See the schema of the same name. */
export type PostProcessors = z.infer<typeof PostProcessors>;

/** Each completion after all steps; every step is recorded as a `postprocessor` event. */
export function postProcess(
  result: CompletionResult,
  steps: PostProcessors,
  { record }: Pick<CallContext, "record">,
): CompletionResult {
  const process = (text: string) =>
    steps.reduce<string>((input, step) => {
      const output = apply(step, input);
      record.event("postprocessor", { name: nameOf(step), input, output });
      return output;
    }, text);
  return { ...result, completions: result.completions.map(process) };
}

function apply(step: PostProcessors[number], text: string): string {
  if (typeof step === "string") return STEPS[step]?.(text) ?? text;
  const { regex, flags, replace } = step;
  if (replace !== undefined) return text.replace(new RegExp(regex, withGlobal(flags)), replace);
  const match = new RegExp(regex, flags).exec(text);
  return match?.[1] ?? match?.[0] ?? text;
}

function nameOf(step: PostProcessors[number]): string {
  return typeof step === "string" ? step : `regex ${step.regex}`;
}

function withGlobal(flags: string): string {
  return flags.includes("g") ? flags : `${flags}g`;
}

/** All periods at the end; one before anything else, as in `.5`, stays. */
function withoutPeriods(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end--;
  return text.slice(0, end);
}

function isRegex(regex: string, flags: string): boolean {
  try {
    new RegExp(regex, flags);
    return true;
  } catch {
    return false;
  }
}
