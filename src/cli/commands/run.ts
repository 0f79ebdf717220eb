import { ConfigError } from "../../core/errors.ts";
import type { Log } from "../../record/read-log.ts";
import type { RunResult } from "../../run/execute-run.ts";
import { runEval } from "../../run/run-eval.ts";
import { exitCode } from "../exit-code.ts";
import type { RunFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { messageOutput } from "../messages.ts";
import { resultJson, resultLines } from "../result.ts";
import { runSettings } from "../run-settings.ts";
import { Screen } from "../screen.ts";

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
    const { runEvals } = await import("../../run/run-evals.ts");
    const { finishRows } = await import("./set.ts");
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
  await writeFiles(result, flags, io);
  return exitCode(result, io);
}

async function writeFiles(result: RunResult, { json, csv }: SingleRunFlags, io: Io): Promise<void> {
  if (json === undefined && csv === undefined) return;
  const { writeJson, writeSamplesCsv } = await import("../output-files.ts");
  if (json !== undefined) await writeJson(json, resultJson(result), io);
  if (csv !== undefined) await writeSamplesCsv(csv, await logOf(result), io);
}

async function logOf({ logPath }: RunResult): Promise<Log> {
  const { readLog } = await import("../../record/read-log.ts");
  if (logPath !== undefined) return readLog(logPath);
  throw new ConfigError("--csv reads the log, and this run wrote none", {
    fix: "leave out --dry-run, --http-run or --recorder",
  });
}
