import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import type { EntryPlace } from "../core/spec.ts";
import type { YamlFile } from "../data/yaml/yaml-file.ts";
import type { YamlEntry } from "../data/yaml/yaml-text.ts";
import { describeValue, isMapping, type Mapping } from "./describe-value.ts";
import { type Kind, singular } from "./kinds.ts";

/** An entry of the registry with the place it comes from, before its fields are looked at. */
export interface Entry extends YamlEntry, EntryPlace {
  readonly kind: Kind;
  /** The root folder above the file. */
  readonly registry_path: string;
  readonly source: EntrySource;
}

/** The file of an entry, as far as its entries and their places go. */
export type EntrySource = Pick<YamlFile, "path" | "entries" | "entry" | "lineAt" | "lineOf">;

/** Where an entry stands, as `file:line`; without a line what stands for the file. */
export function placeOf({ file, line }: EntryPlace): string {
  return line === 0 ? file : `${file}:${line}`;
}

/**
 * The fields of an entry. A plain name is short for `id`, and flexeval's `class_path` and
 * `init_args` are read as `class` and `args`.
 *
 * @throws {ConfigError} when the entry is no mapping, or has a field that the registry fills
 */
export function fieldsOf(entry: Entry): Mapping {
  const { name, value, kind } = entry;
  if (typeof value === "string") return { id: value };
  if (!isMapping(value)) {
    throw new ConfigError(`the ${singular(kind)} "${name}" is ${describeValue(value)}`, {
      where: placeOf(entry),
      fix: `give it fields, one a line and indented: ${needed(kind)}`,
    });
  }
  const reserved = RESERVED.find((field) => field in value);
  if (reserved) {
    throw new ConfigError(
      `"${name}" has the field "${reserved}", which the registry fills itself`,
      {
        where: placeOf(entry),
        fix: reserved === "cls" ? 'write "class"' : "remove it",
      },
    );
  }
  const { class_path, init_args, ...fields } = value;
  return {
    ...(class_path === undefined ? {} : { class: class_path }),
    ...(init_args === undefined ? {} : { args: init_args }),
    ...fields,
  };
}

/** Fields that nothing reads, each with the near name: existing registries have such fields. */
export function unknownFields(entry: Entry): string[] {
  const known = FIELDS[entry.kind];
  return Object.keys(fieldsOf(entry))
    .filter((field) => !known.includes(field))
    .map((field) => {
      const line = entry.source.lineOf(entry.name, [field]) ?? entry.line;
      const hint = didYouMean(field, known) ?? `known are ${known.join(", ")}`;
      return `${entry.file}:${line}: the field "${field}" of "${entry.name}" is not read; ${hint}`;
    });
}

/** The error for an entry that says too little to be made. */
export function missingField(entry: Entry, field: string): ConfigError {
  const hint = didYouMean(field, Object.keys(fieldsOf(entry)));
  return new ConfigError(`"${entry.name}" has neither "${field}" nor "id"`, {
    where: placeOf(entry),
    fix: hint
      ? `"${field}" is needed; ${hint.replace("did you mean", "is it spelled")}`
      : `add ${needed(entry.kind)}`,
  });
}

const RESERVED = ["key", "group", "cls"];

const CLASS_FIELDS = ["class", "args", "id", "description"];

/** Of an older form of openai/evals; who reads the spec says what is used instead. */
const OUTDATED_JUDGE_FIELDS = [
  "args",
  "expand_args_dict",
  "completion_sample_templates",
  "format_type",
  "multicomp_n",
  "match_fn",
];

const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  evals: [...CLASS_FIELDS, "metrics", "gates", "disclaimer", "higher_is_better", "registry_path"],
  eval_sets: ["evals", "id", "description"],
  completion_fns: [...CLASS_FIELDS, "limits", "cache", "registry_path"],
  solvers: [...CLASS_FIELDS, "limits", "cache", "registry_path"],
  metrics: [...CLASS_FIELDS, "registry_path"],
  modelgraded: [
    "prompt",
    "choice_strings",
    "choice_scores",
    "input_outputs",
    "eval_type",
    "output_template",
    "description",
    "id",
    ...OUTDATED_JUDGE_FIELDS,
  ],
};

function needed(kind: Kind): string {
  if (kind === "eval_sets") return '"evals", a list of names';
  if (kind === "modelgraded") return '"prompt", "choice_strings" and "input_outputs"';
  return '"class" and "args", or "id" with the name of another entry';
}
