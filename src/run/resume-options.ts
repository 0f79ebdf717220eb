import { ConfigError } from "../core/errors.ts";
import type { Log } from "../record/read-log.ts";
import {
  givenBeside,
  type LoggedConfig,
  loggedOptions,
  readConfig,
  refuseHidden,
} from "./logged-config.ts";
import type { RunOptions, RunSettings } from "./options.ts";

/**
 * The options that a log's run was begun with, as far as they matter to its results; `settings` that
 * are given win.
 *
 * @throws {ConfigError} when the log does not tell all of them
 */
export function resumeOptions(log: Log, settings: RunSettings): RunOptions {
  const config = readConfig(log);
  refuseUntold(config, log);
  const options = { ...loggedOptions(log, config), ...givenBeside(config, settings) };
  refuseHidden(options, "args", log);
  refuseHidden(options, "completionArgs", log);
  return { ...options, user: log.spec.created_by };
}

function refuseUntold(config: LoggedConfig, { path: where }: Log): void {
  if (config.scored_from) {
    throw new ConfigError("the log has no run of its own: another log's answers were judged", {
      where,
      fix: `judge them again: oaieval score ${config.scored_from.path}`,
    });
  }
  if (config.cwd === undefined) {
    throw new ConfigError(
      "the log does not tell how its run was set up: oaieval did not write it",
      { where, fix: "run the eval anew, or judge the log's answers again: oaieval score LOG" },
    );
  }
  if (!config.made_in_code) return;
  throw new ConfigError("the run was made by code, with functions or classes that have no name", {
    where,
    fix: "go on with it in the code: runEval({ …, resume: LOG })",
  });
}
