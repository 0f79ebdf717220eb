import { executeRun, type RunResult } from "./execute-run.ts";
import type { RunOptions } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";

/**
 * Runs an eval: finds it, asks, judges, writes the log, and returns the report.
 *
 * @example
 * const { report } = await runEval({ completionFns: ["gpt-4o"], eval: "extract_countries" });
 *
 * @throws {ConfigError} when a name, file or argument is wrong; nothing was asked then
 * @throws {DataError} when a row is wrong; nothing was asked then
 * @throws {CompletionError} when no sample could be judged, for example for a wrong key
 */
export async function runEval(options: RunOptions): Promise<RunResult> {
  return executeRun(await prepareRun(options));
}
