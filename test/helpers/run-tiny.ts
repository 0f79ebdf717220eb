import { existsSync } from "node:fs";
import { join } from "node:path";
import { type LogLines, logLines } from "./log-lines.ts";
import { type CliRun, type CliSurroundings, runCli } from "./run-cli.ts";
import { type TinyOptions, tinyRegistry } from "./tiny-registry.ts";

/** A command over a tiny registry, and where it left its files. */
export interface TinyRun extends CliRun {
  /** The registry, which is the working directory as well. */
  readonly root: string;
  /** What the log holds. */
  readonly log: LogLines;
  /** Whether there is a log file. */
  readonly hasLog: boolean;
}

/** Runs a command line that asks one of the tiny evals; its log is `log.jsonl` in the registry. */
export async function runTiny(
  argv: readonly string[],
  { rows, files, ...surroundings }: TinyOptions & CliSurroundings = {},
): Promise<TinyRun> {
  const root = tinyRegistry({ ...(rows && { rows }), ...(files && { files }) });
  const path = join(root, "log.jsonl");
  const flags = ["--registry_path", root, "--record_path", path];
  const run = await runCli([...argv, ...flags], { cwd: root, ...surroundings });
  return {
    ...run,
    root,
    hasLog: existsSync(path),
    get log() {
      if (existsSync(path)) return logLines(path);
      throw new Error(`Expected a log, and the run said: ${run.stderr}`);
    },
  };
}
