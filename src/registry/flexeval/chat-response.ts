import { ConfigError } from "../../core/errors.ts";
import type { EvalSpec } from "../../core/spec.ts";
import { describeValue, isMapping } from "../describe-value.ts";
import { placeOf } from "../entry.ts";
import { datasetArgs } from "./dataset.ts";
import { type ArgPlace, isUnset, type Reading, refused, type TranslatedArg } from "./reading.ts";
import { samplingParams } from "./sampling-params.ts";

/** What a translation needs to know. */
export interface TranslationTools {
  /** The reference of the data that a path names. */
  locate(path: string): string;
  warn(message: string): void;
}

/**
 * An eval of flexeval's class ChatResponse, or of the name that registries have for it, as one of
 * class `metrics`. Others are left as they are.
 *
 * @throws {ConfigError} for a part of flexeval that is not here, by its name
 */
export function translateChatResponse(spec: EvalSpec, tools: TranslationTools): EvalSpec {
  if (!isChatResponse(spec.cls)) return spec;
  const made = Object.entries(spec.args).flatMap(([key, value]) => readArg(key, value, reading()));
  const origins = new Map(made.map(({ key, path }) => [key, path]));
  return {
    ...spec,
    cls: "metrics",
    args: Object.fromEntries(made.map(({ key, value }) => [key, value])),
    lineOf: ([key = "", ...rest]) =>
      spec.lineOf?.([...(origins.get(String(key)) ?? [key]), ...rest]),
  };

  function reading(): Reading {
    return {
      where: (path) => placeOf({ ...spec, line: spec.lineOf?.(path) ?? spec.line }),
      ...tools,
    };
  }
}

const NAMES =
  /^(?:flexeval\.(?:\w+\.)*)?ChatResponse$|^evals\.elsuite\.chat_response:ChatResponse$/;

function isChatResponse(cls: string): boolean {
  return NAMES.test(cls);
}

/** Says nothing about results; who is told can say it otherwise. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  batch_size: "how many samples run at a time says --concurrency",
  local_seed: "the seed of a run is --seed",
};

const INSTEAD: Readonly<Record<string, string>> = {
  few_shot_generator:
    "write the examples into input_template, or as turns into the rows and name these by message_key",
  max_instances: "judge a part with --max-samples N, or cut the file: head -n N",
};

function readArg(key: string, value: unknown, reading: Reading): TranslatedArg[] {
  const place: ArgPlace = { key, path: [key], of: "ChatResponse" };
  if (isUnset(value) && key !== "metrics") return [];
  if (key === "eval_dataset") return datasetArgs(value, place, reading);
  if (key === "gen_kwargs") return [samplingArg(value, place, reading)];
  if (key === "metrics") return value === null ? [] : [{ key, value: listOf(value), path: [key] }];
  const noEffect = WITHOUT_EFFECT[key];
  if (noEffect !== undefined) {
    reading.warn(`${reading.where([key])}: ${key} of ChatResponse is not read; ${noEffect}`);
    return [];
  }
  const instead = INSTEAD[key];
  if (instead !== undefined) throw refused(place, reading, instead);
  return [{ key, value, path: [key] }];
}

/** A lone metric; names stay as they are. */
function listOf(metrics: unknown): unknown {
  return isMapping(metrics) ? [metrics] : metrics;
}

function samplingArg(value: unknown, { path }: ArgPlace, reading: Reading): TranslatedArg {
  if (isMapping(value)) return { key: "sampling_params", value: samplingParams(value), path };
  throw new ConfigError(`gen_kwargs of ChatResponse is ${describeValue(value)}`, {
    where: reading.where(path),
    fix: "make it a mapping, as in {temperature: 0, max_new_tokens: 256}",
  });
}
