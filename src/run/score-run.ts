import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { readLog } from "../record/read-log.ts";
import { fieldsOf } from "../registry/describe-issues.ts";
import { executeRun, type RunResult } from "./execute-run.ts";
import { readConfig } from "./logged-config.ts";
import { findEval } from "./make-eval.ts";
import { openRegistry } from "./open-registry.ts";
import type { EvalClass, RunOptions } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";
import { refuseSameFile, withOrigin } from "./scored-from.ts";

/**
 * Runs an eval over the answers of an earlier run: over the samples that were chosen then, unless
 * others are asked for. An eval that opens runs itself is left to it.
 *
 * @throws {ConfigError} when a name, file or argument is wrong
 * @throws {DataError} when the file is no log
 */
export async function scoreRun(
  { repeat, resume: _, run: __, ...options }: RunOptions,
  path: string,
): Promise<RunResult> {
  refuseRepeats(options);
  const Class = await scoringClass(options);
  const argsWith = (run: string) => ({
    ...options.args,
    run,
    ...(repeat === undefined ? {} : { run_repeat: repeat }),
  });
  if (Class.opensRuns) return executeRun(await prepareRun({ ...options, args: argsWith(path) }));
  const log = await readLog(resolve(options.cwd ?? ".", path));
  if (log.report === null) {
    options.observer?.warned?.(`the earlier run did not come to its end: ${log.path}`);
  }
  const { max_samples, shuffle_seed } = readConfig(log);
  const run = await prepareRun({
    ...options,
    maxSamples: options.maxSamples ?? max_samples ?? undefined,
    shuffleSeed: options.shuffleSeed ?? shuffle_seed,
    args: argsWith(log.path),
  });
  refuseSameFile(run, log);
  return executeRun(withOrigin(run, log));
}

/** The same answers would be scored again and again. */
function refuseRepeats({ repeats = 1 }: RunOptions): void {
  if (repeats === 1) return;
  throw new ConfigError("the answers of a log are there once, and --repeats asks for more", {
    fix: "leave out --repeats; which repeat of the log is taken, --repeat N says",
  });
}

/** A class that scores runs has an arg of this name. */
async function scoringClass(options: RunOptions): Promise<EvalClass> {
  const { spec, loaded } = await findEval(options.eval, openRegistry(options), options);
  const { Args } = loaded.Class;
  if (Args && "run" in fieldsOf(Args)) return loaded.Class as EvalClass; // its kind is eval
  throw new ConfigError(`"${spec.key}" cannot score the answers of a run`, {
    where: "--run",
    fix: "judge the log by it: oaieval score LOG --eval NAME; or name an eval of class metrics",
  });
}
