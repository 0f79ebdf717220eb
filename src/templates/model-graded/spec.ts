import { z } from "zod";
import { ConfigError } from "../../core/errors.ts";
import { PromptText } from "../../core/prompt-template.ts";
import type { RegistryEntry } from "../../core/registry-view.ts";
import { EvalType } from "./eval-type.ts";

const Score = z.union([z.number(), z.string().trim().min(1).transform(Number)]);

/** How a judge asks and what it may answer, as an entry of `modelgraded/*.yaml` says it. */
export const ModelGradedSpec = z.object({
  /** The judge's prompt: a text, sent as one user message, or messages. */
  prompt: PromptText,
  choice_strings: z.union([z.string(), z.array(z.string())]),
  /** Which field of the row is answered, and the name of the answer in the prompt. */
  input_outputs: z.record(z.string(), z.string()),
  choice_scores: z.union([z.literal("from_strings"), z.record(z.string(), Score)]).optional(),
  /** How the judge answers; the prompt itself must say so. */
  eval_type: EvalType.optional(),
  /** How one of several answers is shown. */
  output_template: z.string().optional(),
});
export type ModelGradedSpec = z.infer<typeof ModelGradedSpec>;

/**
 * Reads an entry, also one of the older form of openai/evals; says what of it is not used.
 *
 * @throws {ConfigError} naming the field that is wrong
 */
export function readSpec(entry: RegistryEntry, warn: (message: string) => void): ModelGradedSpec {
  const where = placeOf(entry);
  for (const note of outdatedFields(entry)) warn(`${where}: ${note}`);
  const parsed = ModelGradedSpec.safeParse(modernFields(entry.fields));
  if (parsed.success) return parsed.data;

  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  throw new ConfigError(`the judge "${entry.name}": ${faultOf(field, entry.fields)}`, {
    where,
    fix: typeof field === "string" ? EXPECTED[field] : undefined,
  });
}

/** Where an entry stands, as `file:line`; what is no entry has no line. */
export function placeOf({ file, line }: RegistryEntry): string {
  return line === 0 ? file : `${file}:${line}`;
}

type Fields = RegistryEntry["fields"];

/** The template of the only answer did what `output_template` does now. */
function modernFields(fields: Fields): Fields {
  const { completion_sample_templates: old } = fields;
  if (typeof old !== "object" || old === null) return fields;
  const [template, second] = Object.values(old);
  return second === undefined ? { output_template: template, ...fields } : fields;
}

function outdatedFields({ name, fields }: RegistryEntry): string[] {
  return Object.keys(fields).flatMap((field) => {
    const instead = OLD_FIELDS.get(field);
    return instead ? `"${field}" of "${name}" is of an older form; ${instead}` : [];
  });
}

const OLD_FIELDS: ReadonlyMap<string, string> = new Map([
  ["args", "modelgraded_spec_args of the eval is used instead"],
  ["expand_args_dict", "modelgraded_spec_args of the eval is used instead"],
  ["completion_sample_templates", "output_template is used instead, as the form of one answer"],
  ["format_type", "the prompt is sent as it is, with the answers where it names them"],
  ["multicomp_n", "multicomp_n of the eval is used instead"],
  ["match_fn", "match_fn of the eval is used instead"],
]);

function faultOf(field: PropertyKey | undefined, fields: Fields): string {
  if (typeof field !== "string") return "its fields cannot be read";
  return field in fields ? `"${field}" cannot be read` : `"${field}" is missing`;
}

const EXPECTED: Readonly<Record<string, string>> = {
  prompt: "write a text, or a list of messages with role and content",
  choice_strings:
    'write a list such as ["Yes", "No"], with numbers and true or false in quotes, or a text of single letters such as ABCDE',
  input_outputs: "write the row's field and the answer's name, such as input: completion",
  choice_scores: 'give each choice a number, or write "from_strings"',
  eval_type: `write one of ${EvalType.options.join(", ")}`,
  output_template: 'write a text with {output}, such as "{i}. {output}"',
};
