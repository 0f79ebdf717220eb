import type { RunSettings } from "../../run/options.ts";
import type { EvalsResult } from "../../run/run-evals.ts";
import { runEvalSet } from "../../run/run-set.ts";
import { exitCode, interruptedCode } from "../exit-code.ts";
import type { RunFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { messageOutput } from "../messages.ts";
import { prepareFile, writeJson } from "../output-files.ts";
import { rowsJson, rowsLines } from "../results-table.ts";
import { runSettings } from "../run-settings.ts";
import { Screen } from "../screen.ts";
import { prepareJunit, tellCi } from "../tell-ci.ts";
import type { RunNames } from "./run.ts";

/** Flags of a set. */
export interface SetFlags extends RunFlags {
  readonly resume?: boolean;
  readonly exitOnError?: boolean;
}

/** `oaieval set FN SET`: runs the evals of a set and prints one table. */
export async function runSet(names: RunNames, flags: SetFlags, io: Io): Promise<number> {
  const { each, resume, exitOnError } = flags;
  const completionFns = names.completionFn.split(",");
  return runMany(flags, io, (settings) =>
    runEvalSet({ ...settings, completionFns, evalSet: names.name, each, resume, exitOnError }),
  );
}

/** Makes several runs, prints one table of them and gives the worst of their exit codes. */
export async function runMany(
  flags: RunFlags,
  io: Io,
  makeRuns: (settings: RunSettings) => Promise<EvalsResult>,
): Promise<number> {
  if (flags.json !== undefined) prepareFile(flags.json, io);
  await prepareJunit(flags, io);
  const screen = new Screen(io, { messages: messageOutput(flags, io), debug: flags.debug });
  const { recordPath, ...settings } = runSettings(flags, io, screen);
  const result = await screen.during(() => makeRuns({ ...settings, recordFolder: recordPath }));
  const { rows } = result;
  for (const line of rowsLines(result, io)) io.stdout.write(`${line}\n`);
  if (flags.json !== undefined) await writeJson(flags.json, rowsJson(rows), io);
  await tellCi(rows, flags, io);
  if (io.signal.aborted) return interruptedCode(io.signal);
  return Math.max(0, ...rows.map(({ result }) => (result ? exitCode(result, io) : 2)));
}
