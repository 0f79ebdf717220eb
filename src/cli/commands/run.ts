import { join } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { Log } from "../../record/read-log.ts";
import type { RunResult } from "../../run/execute-run.ts";
import type { RunSettings } from "../../run/options.ts";
import { runEval } from "../../run/run-eval.ts";
import { exitCode } from "../exit-code.ts";
import type { RunFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { messageOutput } from "../messages.ts";
import { resultJson, resultLines } from "../result.ts";
import { runSettings } from "../run-settings.ts";
import { Screen } from "../screen.ts";
import { prepareJunit, tellCi } from "../tell-ci.ts";

/** Flags of whatever makes one report. */
export interface ReportFlags extends RunFlags {
  readonly csv?: string;
  /** Folder for metrics.json and outputs.jsonl. */
  readonly out?: string;
}

/** Flags of a single run. */
export interface SingleRunFlags extends ReportFlags {
  readonly resume?: boolean;
  /** The log of `--resume=LOG`. */
  readonly resumeLog?: string;
  /** Log whose answers are scored. */
  readonly run?: string;
  readonly repeat?: number;
}

/** What is run, as typed. */
export interface RunNames {
  readonly completionFn: string;
  readonly name: string;
}

/** `oaieval FN EVAL`: runs an eval, with `--each` once per completion function. */
export async function run(names: RunNames, flags: SingleRunFlags, io: Io): Promise<number> {
  if (flags.each) return runEach(names, flags, io);
  const completionFns = names.completionFn.split(",");
  const run = await earlierLog(flags.run, io);
  const resume = (await earlierLog(flags.resumeLog, io)) ?? flags.resume;
  return report(flags, io, (settings) =>
    runEval({
      ...settings,
      completionFns,
      eval: names.name,
      resume,
      run,
      repeat: flags.repeat,
    }),
  );
}

/** The path of a log that is named by its path, its run id or the name of its run. */
export async function earlierLog(
  reference: string | undefined,
  io: Io,
): Promise<string | undefined> {
  if (reference === undefined) return undefined;
  const { findLog } = await import("../../record/find-log.ts");
  return findLog(reference, io);
}

/** Makes one run, prints its report, writes what else is wanted, and gives the exit code. */
export async function report(
  flags: ReportFlags,
  io: Io,
  makeRun: (settings: RunSettings) => Promise<RunResult>,
): Promise<number> {
  await prepareFiles(flags, io);
  await prepareJunit(flags, io);
  const screen = new Screen(io, { messages: messageOutput(flags, io), debug: flags.debug });
  const result = await screen.during(() => makeRun(runSettings(flags, io, screen)));
  for (const line of resultLines(result, io)) io.stdout.write(`${line}\n`);
  await writeFiles(result, flags, io);
  const { eval_name, completion_fns } = result.spec;
  const row = { eval: eval_name, completionFns: completion_fns, result, resumed: false };
  await tellCi([row], flags, io);
  return exitCode(result, io);
}

async function runEach(names: RunNames, flags: SingleRunFlags, io: Io): Promise<number> {
  refuseForEach(flags);
  const [{ runEvals }, { runMany }] = await Promise.all([
    import("../../run/run-evals.ts"),
    import("./set.ts"),
  ]);
  const completionFns = names.completionFn.split(",");
  return runMany(flags, io, (settings) =>
    runEvals({
      ...settings,
      completionFns,
      evals: [names.name],
      each: true,
      resume: flags.resume,
    }),
  );
}

/** What cannot be written is said before anything is paid for. */
async function prepareFiles(flags: ReportFlags, io: Io): Promise<void> {
  const { json, csv, out } = flags;
  if (csv !== undefined) refuseWithoutLog("--csv", flags);
  if (out !== undefined) refuseWithoutLog("--out", flags);
  const paths = [json, csv, ...filesIn(out)].filter((path) => path !== undefined);
  if (paths.length === 0) return;
  const { prepareFile } = await import("../output-files.ts");
  for (const path of paths) prepareFile(path, io);
}

/** The files of a folder for results. */
function filesIn(folder: string | undefined): string[] {
  return folder === undefined ? [] : [join(folder, "metrics.json"), join(folder, "outputs.jsonl")];
}

function refuseForEach({ csv, out, resumeLog }: SingleRunFlags): void {
  if (out !== undefined) {
    throw new ConfigError("--out writes the results of one run, and --each makes several", {
      fix: "leave out --out, or run the functions one by one",
    });
  }
  if (csv !== undefined) {
    throw new ConfigError("--csv writes the samples of one run, and --each makes several", {
      fix: "leave out --csv, and write each log's afterwards: oaieval show LOG --csv FILE",
    });
  }
  if (resumeLog === undefined) return;
  throw new ConfigError("--resume=LOG goes on with one run, and --each makes several", {
    fix: "write --resume alone: it finds the log of each function",
  });
}

function refuseWithoutLog(flag: string, { dryRun, httpRun, recorder }: ReportFlags): void {
  if (!dryRun && !httpRun && recorder === undefined) return;
  throw new ConfigError(`${flag} reads the log file, and this run writes none`, {
    fix: `leave out ${flag}, or else --dry-run, --http-run or --recorder`,
  });
}

async function writeFiles(result: RunResult, flags: ReportFlags, io: Io): Promise<void> {
  const { json, csv, out } = flags;
  if (json === undefined && csv === undefined && out === undefined) return;
  const { writeJson, writeSamplesCsv } = await import("../output-files.ts");
  if (json !== undefined) await writeJson(json, resultJson(result), io);
  if (result.logPath === undefined || (csv === undefined && out === undefined)) return;
  const { readLog } = await import("../../record/read-log.ts");
  const log = await readLog(result.logPath);
  if (csv !== undefined) await writeSamplesCsv(csv, log, io);
  if (out !== undefined) await writeResults(log, result, { out, io });
}

/** Of a flow the metrics and outputs alone, as promptflow writes them: a later run can take them. */
async function writeResults(
  log: Log,
  { report }: RunResult,
  { out, io }: { readonly out: string; readonly io: Io },
): Promise<void> {
  const { writeJson, writeOutputs } = await import("../output-files.ts");
  const { flowMetrics, isFlowLog } = await import("../../record/flow-log.ts");
  const [metricsFile = "", outputsFile = ""] = filesIn(out);
  await writeJson(metricsFile, isFlowLog(log) ? await flowMetrics(log) : report, io);
  await writeOutputs(outputsFile, log, io);
}
