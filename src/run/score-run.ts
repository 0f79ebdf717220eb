import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { readLog } from "../record/read-log.ts";
import { fieldsOf } from "../registry/describe-issues.ts";
import { executeRun, type RunResult } from "./execute-run.ts";
import { readConfig } from "./logged-config.ts";
import { findEval } from "./make-eval.ts";
import { openRegistry } from "./open-registry.ts";
import type { RunOptions } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";
import { refuseSameFile, withOrigin } from "./scored-from.ts";

/**
 * Runs an eval over the answers of an earlier run: over the samples that were chosen then, unless
 * others are asked for.
 *
 * @throws {ConfigError} when a name, file or argument is wrong
 * @throws {DataError} when the file is no log
 */
export async function scoreRun(
  { repeat, resume: _, run: __, ...options }: RunOptions,
  path: string,
): Promise<RunResult> {
  refuseRepeats(options);
  await refuseOtherClass(options);
  const log = await readLog(resolve(options.cwd ?? ".", path));
  if (log.report === null) {
    options.observer?.warned?.(`the earlier run did not come to its end: ${log.path}`);
  }
  const { max_samples, shuffle_seed } = readConfig(log);
  const run = await prepareRun({
    ...options,
    maxSamples: options.maxSamples ?? max_samples ?? undefined,
    shuffleSeed: options.shuffleSeed ?? shuffle_seed,
    args: {
      ...options.args,
      run: log.path,
      ...(repeat === undefined ? {} : { run_repeat: repeat }),
    },
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
async function refuseOtherClass(options: RunOptions): Promise<void> {
  const { spec, loaded } = await findEval(options.eval, openRegistry(options), options);
  const { Args } = loaded.Class;
  if (Args && "run" in fieldsOf(Args)) return;
  throw new ConfigError(`"${spec.key}" cannot score the answers of a run`, {
    where: "--run",
    fix: "judge the log by it: oaieval score LOG --eval NAME; or name an eval of class metrics",
  });
}
