import type { EvalsRow } from "../../run/run-evals.ts";
import { runEvalSet } from "../../run/run-set.ts";
import { exitCode, interruptedCode } from "../exit-code.ts";
import type { RunFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { messageOutput } from "../messages.ts";
import { writeJson } from "../output-files.ts";
import { rowsJson, rowsLines } from "../results-table.ts";
import { runSettings } from "../run-settings.ts";
import { Screen } from "../screen.ts";
import type { RunNames } from "./run.ts";

/** Flags of a set. */
export interface SetFlags extends RunFlags {
  readonly resume?: boolean;
  readonly exitOnError?: boolean;
}

/** `oaieval set FN SET`: runs the evals of a set and prints one table. */
export async function runSet(names: RunNames, flags: SetFlags, io: Io): Promise<number> {
  const screen = new Screen(io, { messages: messageOutput(flags, io), debug: flags.debug });
  const { recordPath, ...settings } = runSettings(flags, io, screen);
  const { rows } = await runEvalSet({
    ...settings,
    recordFolder: recordPath,
    completionFns: names.completionFn.split(","),
    evalSet: names.name,
    each: flags.each,
    resume: flags.resume,
    exitOnError: flags.exitOnError,
  });
  return finishRows(rows, flags, io);
}

/** Prints the table of several runs and gives the worst of their exit codes. */
export async function finishRows(
  rows: readonly EvalsRow[],
  flags: RunFlags,
  io: Io,
): Promise<number> {
  for (const line of rowsLines(rows, io)) io.stdout.write(`${line}\n`);
  if (flags.json) await writeJson(flags.json, rowsJson(rows), io);
  if (io.signal.aborted) return interruptedCode(io.signal);
  return Math.max(0, ...rows.map(({ result }) => (result ? exitCode(result, io) : 2)));
}
