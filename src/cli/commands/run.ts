import { ConfigError } from "../../core/errors.ts";
import { readLog } from "../../record/read-log.ts";
import type { RunResult } from "../../run/execute-run.ts";
import { runEval } from "../../run/run-eval.ts";
import { runEvals } from "../../run/run-evals.ts";
import { exitCode } from "../exit-code.ts";
import type { RunFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { messageOutput } from "../messages.ts";
import { writeJson, writeSamplesCsv } from "../output-files.ts";
import { resultJson, resultLines } from "../result.ts";
import { runSettings } from "../run-settings.ts";
import { Screen } from "../screen.ts";
import { finishRows } from "./set.ts";

/** Flags of a single run. */
export interface SingleRunFlags extends RunFlags {
  readonly csv?: string;
}

/** What is run, as typed. */
export interface RunNames {
  readonly completionFn: string;
  readonly name: string;
}

/** `oaieval FN EVAL`: runs an eval, with `--each` once per completion function. */
export async function run(names: RunNames, flags: SingleRunFlags, io: Io): Promise<number> {
  const screen = new Screen(io, { messages: messageOutput(flags, io), debug: flags.debug });
  const settings = runSettings(flags, io, screen);
  const completionFns = names.completionFn.split(",");
  if (flags.each) {
    const { rows } = await runEvals({
      ...settings,
      completionFns,
      evals: [names.name],
      each: true,
    });
    return finishRows(rows, flags, io);
  }
  const result = await runEval({ ...settings, completionFns, eval: names.name });
  screen.finish();
  for (const line of resultLines(result, io)) io.stdout.write(`${line}\n`);
  if (flags.json) await writeJson(flags.json, resultJson(result), io);
  if (flags.csv) await writeCsv(flags.csv, result, io);
  return exitCode(result, io);
}

async function writeCsv(path: string, { logPath }: RunResult, io: Io): Promise<void> {
  if (logPath !== undefined) return writeSamplesCsv(path, await readLog(logPath), io);
  throw new ConfigError("--csv reads the log, and this run wrote none", {
    fix: "leave out --dry-run, or use --recorder beside a log file",
  });
}
