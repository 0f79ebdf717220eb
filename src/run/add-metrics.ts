import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CompletionFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { AskedMetric } from "../core/metric.ts";
import { type Log, readLog } from "../record/read-log.ts";
import { executeRun, type RunResult } from "./execute-run.ts";
import { givenBeside, loggedOptions, readConfig } from "./logged-config.ts";
import type { StandIn } from "./make-completion-fns.ts";
import { openRegistry } from "./open-registry.ts";
import type { RunOptions, RunSettings } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";
import { refuseSameFile, withOrigin } from "./scored-from.ts";

/** Which log is scored, and by what. Settings that are left out are those of its run. */
export interface AddMetricsOptions extends RunSettings {
  /** A log of this program or of openai/evals. */
  readonly log: string;
  readonly metrics: readonly AskedMetric[];
  /** Which repeat of the log, from 0. @default 0 */
  readonly repeat?: number | undefined;
}

/**
 * Scores the answers of a log by metrics, whatever eval it is of. The function under test is not
 * asked; judges are. The scores go to a log of their own.
 *
 * @throws {ConfigError} when a name, file or argument is wrong
 * @throws {DataError} when the file is no log
 */
export async function addMetrics(options: AddMetricsOptions): Promise<RunResult> {
  const log = await readLog(resolve(options.cwd ?? ".", options.log));
  const run = await prepareRun(optionsOf(log, options), { standIn: whenAsked });
  refuseSameFile(run, log);
  return executeRun(withOrigin(run, log));
}

/** The function under test is never made, for nobody asks it; a judge is with its first verdict. */
const whenAsked: StandIn = (_, make) => {
  let made: Promise<CompletionFn> | undefined;
  return {
    async complete(prompt, params, call) {
      made ??= make();
      return (await made).complete(prompt, params, call);
    },
  };
};

function optionsOf(
  log: Log,
  { log: _, metrics, repeat, ...settings }: AddMetricsOptions,
): RunOptions {
  const config = readConfig(log);
  const given = givenBeside(config, settings);
  const { args: __, repeats: ___, ...options } = loggedOptions(log, config);
  return {
    ...options,
    ...given,
    repeats: 1,
    reducer: undefined,
    eval: "builtin:metrics",
    args: {
      ...argsOfMetrics(log),
      samples_jsonl: dataOf(log, given),
      ...given.args,
      metrics,
      run: log.path,
      ...(repeat === undefined ? {} : { run_repeat: repeat }),
    },
  };
}

/** Of a log that was made by metrics, who judges and where fields are stays as it was. */
function argsOfMetrics({ spec }: Log): RunSettings["args"] {
  const { cls, args } = spec.run_config.eval_spec;
  if (!/^(builtin:)?metrics$/.test(cls)) return {};
  const { metrics: _, templates: __, ...rest } = args;
  return rest;
}

/** The data of the log's run, by its whole path where that is known; logs of others have a name. */
function dataOf({ spec, path }: Log, settings: RunSettings): string {
  const { args, cwd = "." } = settings;
  if (typeof args?.["samples_jsonl"] === "string") return args["samples_jsonl"];
  const { eval_spec, data } = spec.run_config;
  const named = eval_spec.args["samples_jsonl"] ?? eval_spec.args["test_jsonl"];
  const roots = [eval_spec.registry_path, ...openRegistry(settings).roots.toReversed()];
  const found =
    typeof named === "string"
      ? [resolve(cwd, named), ...roots.map((root) => join(root, "data", named))].find((place) =>
          existsSync(place),
        )
      : undefined;
  const [only, second] = data;
  const reference = found ?? (only && !second ? only.path : named);
  if (typeof reference === "string") return reference;
  throw new ConfigError("the log does not tell which data its run was over", {
    where: path,
    fix: "name it with --extra-eval-params samples_jsonl=FILE",
  });
}
