import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { isFlowLog } from "../record/flow-log.ts";
import { OutcomeReader } from "../record/outcome-reader.ts";
import { type Log, readLog } from "../record/read-log.ts";
import { executeRun, type RunResult } from "./execute-run.ts";
import { givenBeside, loggedOptions, readConfig, refuseHidden } from "./logged-config.ts";
import type { StandIn } from "./make-completion-fns.ts";
import { once } from "./once.ts";
import type { EvalClass, RunOptions, RunSettings } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";
import { LoggedAnswers } from "./score-answers.ts";
import { LoggedFn } from "./score-fn.ts";
import { refuseSameFile, withOrigin } from "./scored-from.ts";

/** Which log is judged again, and how. Settings that are left out are those of its run. */
export interface ScoreOptions extends RunSettings {
  /** A log of this program or of openai/evals. */
  readonly log: string;
  /** Another eval than that of the log: a name, a reference, or the class itself. */
  readonly eval?: string | EvalClass | undefined;
}

/**
 * Judges the answers of a log again, by other arguments, another judge or another eval. The function
 * under test is not asked; judges are. The scores go to a log of their own.
 *
 * @example
 * const { report } = await scoreLog({ log: "run.jsonl", args: { reverse: true } });
 *
 * @throws {ConfigError} when a name, file or argument is wrong
 * @throws {DataError} when the file is no log
 */
export async function scoreLog({
  log: path,
  eval: wanted,
  ...settings
}: ScoreOptions): Promise<RunResult> {
  const log = await readLog(resolve(settings.cwd ?? ".", path));
  if (wanted === undefined && isFlowLog(log)) {
    throw new ConfigError("the log is of a flow, whose nodes would be asked again", {
      where: log.path,
      fix: "grade what it gave out: oaieval flow FLOW --run LOG, or oaieval score LOG --metrics NAMES",
    });
  }
  const reader = await OutcomeReader.open(log.path);
  try {
    const warn = once((message) => settings.observer?.warned?.(message));
    const answers = new LoggedAnswers({ log, reader, warn });
    const options = scoreOptions(log, { ...settings, eval: wanted });
    const run = await prepareRun(options, { standIn: standInOf(log, answers, settings) });
    answers.compareData(run.rows.files);
    refuseSameFile(run, log);
    return await executeRun(withOrigin(run, log));
  } finally {
    await reader.close();
  }
}

function scoreOptions(log: Log, settings: Omit<ScoreOptions, "log">): RunOptions {
  const config = readConfig(log);
  const given = givenBeside(config, settings);
  const isOther = given.eval !== undefined;
  const logged = isOther ? {} : (config.extra_eval_params ?? argsOfOthers(log, config.cwd));
  const args = { ...logged, ...given.args };
  refuseHidden({ args }, "args", log);
  const options = loggedOptions(log, config);
  return { ...options, ...given, eval: given.eval ?? options.eval, args };
}

/** openai/evals does not tell which args were put over those of the entry. */
function argsOfOthers({ spec }: Log, cwd: string | undefined): RunSettings["args"] {
  return cwd === undefined ? spec.run_config.eval_spec.args : {};
}

/** Answers come from the log; only who judges is made, and only when it is asked. */
function standInOf(log: Log, answers: LoggedAnswers, settings: RunSettings): StandIn {
  const config = readConfig(log);
  return (name, make) =>
    new LoggedFn(answers, async () => {
      if (config.made_in_code && settings.judge === undefined) {
        throw new ConfigError(`"${name}" judges in the log's run, which was made by code`, {
          where: log.path,
          fix: "name a judge with --judge",
        });
      }
      const { completionArgs = config.completion_args } = settings;
      refuseHidden({ completionArgs }, "completionArgs", log);
      return make();
    });
}
