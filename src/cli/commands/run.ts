import { ConfigError } from "../../core/errors.ts";
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
  await prepareFiles(flags, io);
  if (flags.each) return runEach(names, flags, io);
  const screen = new Screen(io, { messages: messageOutput(flags, io), debug: flags.debug });
  const result = await screen.during(() =>
    runEval({
      ...runSettings(flags, io, screen),
      completionFns: names.completionFn.split(","),
      eval: names.name,
    }),
  );
  for (const line of resultLines(result, io)) io.stdout.write(`${line}\n`);
  await writeFiles(result, flags, io);
  return exitCode(result, io);
}

async function runEach(names: RunNames, flags: RunFlags, io: Io): Promise<number> {
  const [{ runEvals }, { runMany }] = await Promise.all([
    import("../../run/run-evals.ts"),
    import("./set.ts"),
  ]);
  const completionFns = names.completionFn.split(",");
  return runMany(flags, io, (settings) =>
    runEvals({ ...settings, completionFns, evals: [names.name], each: true }),
  );
}

/** What cannot be written is said before anything is paid for. */
async function prepareFiles(flags: SingleRunFlags, io: Io): Promise<void> {
  const { json, csv } = flags;
  if (csv !== undefined) refuseCsvWithoutLog(flags);
  if (json === undefined && csv === undefined) return;
  const { prepareFile } = await import("../output-files.ts");
  for (const path of [json, csv]) if (path !== undefined) prepareFile(path, io);
}

function refuseCsvWithoutLog({ each, dryRun, httpRun, recorder }: SingleRunFlags): void {
  if (each) {
    throw new ConfigError("--csv writes the samples of one run, and --each makes several", {
      fix: "leave out --csv, and write each log's afterwards: oaieval show LOG --csv FILE",
    });
  }
  if (!dryRun && !httpRun && recorder === undefined) return;
  throw new ConfigError("--csv reads the log file, and this run writes none", {
    fix: "leave out --csv, or else --dry-run, --http-run or --recorder",
  });
}

async function writeFiles(result: RunResult, { json, csv }: SingleRunFlags, io: Io): Promise<void> {
  if (json === undefined && csv === undefined) return;
  const { writeJson, writeSamplesCsv } = await import("../output-files.ts");
  if (json !== undefined) await writeJson(json, resultJson(result), io);
  if (csv === undefined || result.logPath === undefined) return;
  const { readLog } = await import("../../record/read-log.ts");
  await writeSamplesCsv(csv, await readLog(result.logPath), io);
}
