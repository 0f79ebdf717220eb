import { resolve } from "node:path";
import { scoreLog } from "../../run/score-log.ts";
import type { Io } from "../io.ts";
import { type ReportFlags, report } from "./run.ts";

/** Flags of `oaieval score`. */
export interface ScoreFlags extends ReportFlags {
  readonly eval?: string;
}

/** `oaieval score LOG`: judges the answers of a log again, and asks nobody but a judge. */
export async function score(path: string, flags: ScoreFlags, io: Io): Promise<number> {
  const log = resolve(io.cwd, path);
  return report(flags, io, (settings) => scoreLog({ ...settings, log, eval: flags.eval }));
}
