import { didYouMean } from "../../core/closest.ts";
import { ConfigError } from "../../core/errors.ts";
import { describeValue, isMapping, type Mapping } from "../describe-value.ts";
import { type ArgPlace, isUnset, type Reading, refused, type TranslatedArg } from "./reading.ts";

/** What a class of data sets is here. */
interface DatasetKind {
  /** Its args under our names. */
  readonly names: Readonly<Record<string, string>>;
  /** Args that are not here, and what does their work. */
  readonly instead: Readonly<Record<string, string>>;
  /** Args of ours that it sets where nobody does. */
  readonly defaults?: Mapping;
}

const PART = "cut the file, or judge a part with --max-samples N";

const FILTER = "leave rows out of a metric by where of routed, or filter the file";

/** flexeval's data sets that have a counterpart. */
const KINDS: Readonly<Record<string, DatasetKind>> = {
  JsonlChatDataset: {
    names: {
      path: "samples_jsonl",
      input_template: "input_template",
      reference_template: "reference_template",
      reference_list_template: "reference_list_template",
      extra_info_templates: "extra_info_templates",
    },
    instead: {
      system_message_template:
        "write whole conversations into the rows and name them by message_key",
      data_range: PART,
      keep_conditions: FILTER,
      remove_conditions: FILTER,
      preprocessors: "change the rows before: samples_jsonl may be code, as in ./rows.ts:rows",
      parse_input_utterance: "write parts of messages into the rows and name them by message_key",
      require_incremental_response: "make each turn that is to be answered a row of its own",
    },
  },
  OpenAIMessagesDataset: {
    names: {
      path: "samples_jsonl",
      file_path: "samples_jsonl",
      message_key: "message_key",
      references_key: "references_key",
      tool_definitions_key: "tool_definitions_key",
    },
    instead: {
      data_range: PART,
      drop_if_last_from_assistant: "end the conversations with the turn that is to be answered",
    },
    defaults: { message_key: "messages" },
  },
};

/** Other data sets of flexeval, and what stands in for them. */
const OTHERS: Readonly<Record<string, string>> = {
  HFChatDataset: "write its rows to a file and read that: class_path JsonlChatDataset",
  ChatbotBench: "write one turn a row and name the conversation by message_key",
  SacreBleuChatDataset: "sacrebleu --echo writes the texts; read the file by JsonlChatDataset",
};

/**
 * The args that an `eval_dataset` stands for.
 *
 * @throws {ConfigError} when the class, or an argument, is not here
 */
export function datasetArgs(value: unknown, place: ArgPlace, reading: Reading): TranslatedArg[] {
  const { class_path, class: written = class_path } = isMapping(value) ? value : {};
  if (!isMapping(value) || typeof written !== "string") throw noClass(value, place, reading);
  const cls = written.replace(/^flexeval\.(\w+\.)*/, "");
  const kind = Object.hasOwn(KINDS, cls) ? KINDS[cls] : undefined;
  if (!kind) throw unknownDataset(cls, place, reading);

  const field = "args" in value ? "args" : "init_args";
  const args = value[field] ?? {};
  if (!isMapping(args)) throw noMapping(field, args, { place, reading });
  const path = [...place.path, field];
  const given = Object.entries(args).flatMap(([key, one]) =>
    isUnset(one)
      ? []
      : [translated({ key, path: [...path, key], of: cls }, one, { kind, reading })],
  );
  const defaults = Object.entries(kind.defaults ?? {}).map(([key, one]) => {
    return { key, value: one, path: place.path };
  });
  return [...defaults, ...given];
}

interface Translation {
  readonly kind: DatasetKind;
  readonly reading: Reading;
}

function translated(
  place: ArgPlace,
  value: unknown,
  { kind, reading }: Translation,
): TranslatedArg {
  const { key, path, of } = place;
  const { names, instead } = kind;
  const name = Object.hasOwn(names, key) ? names[key] : undefined;
  if (name === "samples_jsonl" && typeof value === "string") {
    return { key: name, value: reading.locate(value), path };
  }
  if (name !== undefined) return { key: name, value, path };
  const fix = Object.hasOwn(instead, key) ? instead[key] : undefined;
  if (fix !== undefined) throw refused(place, reading, fix);
  const known = Object.keys(names);
  throw new ConfigError(`"${key}" of ${of} is not known`, {
    where: reading.where(path),
    fix: didYouMean(key, known) ?? `it takes ${known.join(", ")}`,
  });
}

function noClass(value: unknown, { path }: ArgPlace, { where }: Reading): ConfigError {
  const found = isMapping(value) ? "without a class_path" : describeValue(value);
  return new ConfigError(`eval_dataset of ChatResponse is ${found}`, {
    where: where(path),
    fix: "write {class_path: JsonlChatDataset, init_args: {path: FILE, input_template: …}}",
  });
}

function unknownDataset(cls: string, { path }: ArgPlace, { where }: Reading): ConfigError {
  const known = Object.keys(KINDS);
  const instead = Object.hasOwn(OTHERS, cls) ? OTHERS[cls] : undefined;
  return new ConfigError(`the data set class ${cls} has no counterpart here`, {
    where: where(path),
    fix: instead ?? didYouMean(cls, known) ?? `there are ${known.join(" and ")}`,
  });
}

function noMapping(
  field: string,
  args: unknown,
  { place, reading }: { readonly place: ArgPlace; readonly reading: Reading },
): ConfigError {
  return new ConfigError(`${field} of eval_dataset is ${describeValue(args)}`, {
    where: reading.where([...place.path, field]),
    fix: "make it a mapping, one argument a line",
  });
}
