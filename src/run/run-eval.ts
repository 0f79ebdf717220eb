import { resolve } from "node:path";
import { executeRun, type RunResult } from "./execute-run.ts";
import type { RunOptions } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";
import { refuseResumedStream } from "./stream-run.ts";

/**
 * Runs an eval: finds it, asks, judges, writes the log, and returns the report.
 *
 * @example
 * const { report } = await runEval({ completionFns: ["gpt-4o"], eval: "extract_countries" });
 *
 * @throws {ConfigError} when a name, file or argument is wrong; nothing was asked then
 * @throws {DataError} when a row is wrong; nothing was asked then
 * @throws the signal's reason when it aborts before anything was asked
 * @throws {CompletionError} when no sample could be judged, for example for a wrong key
 */
export async function runEval({ resume = false, ...given }: RunOptions): Promise<RunResult> {
  if (given.run !== undefined) return runOverLog(given, given.run);
  const { run: _, repeat: __, ...options } = given;
  const run = await prepareRun(options);
  if (resume === false) return executeRun(run);
  refuseResumedStream(run.rows);
  const [{ readLog }, { newestLog }, { continueRun }] = await Promise.all([
    import("../record/read-log.ts"),
    import("./resumable-logs.ts"),
    import("./resume-run.ts"),
  ]);
  const { cwd = ".", observer } = options;
  const log = resume === true ? await newestLog(run) : await readLog(resolve(cwd, resume));
  if (log) return continueRun(run, log);
  observer?.warned?.(`there is no log to resume in ${run.logFolder}: a new one is begun`);
  return executeRun(run);
}

async function runOverLog(options: RunOptions, log: string): Promise<RunResult> {
  const { scoreRun } = await import("./score-run.ts");
  return scoreRun(options, log);
}
