import { ConfigError } from "../../core/errors.ts";
import { findLog } from "../../record/find-log.ts";
import { scoreLog } from "../../run/score-log.ts";
import type { Io } from "../io.ts";
import { type ReportFlags, report } from "./run.ts";

/** Flags of `oaieval score`. */
export interface ScoreFlags extends ReportFlags {
  readonly eval?: string;
  readonly metrics?: string;
}

/** `oaieval score LOG`: judges the answers of a log again, and asks nobody but a judge. */
export async function score(path: string, flags: ScoreFlags, io: Io): Promise<number> {
  const log = await findLog(path, io);
  const { metrics } = flags;
  if (metrics !== undefined) return addTo(log, metrics, { flags, io });
  return report(flags, io, (settings) => scoreLog({ ...settings, log, eval: flags.eval }));
}

async function addTo(
  log: string,
  metrics: string,
  { flags, io }: { readonly flags: ScoreFlags; readonly io: Io },
): Promise<number> {
  if (flags.eval !== undefined) {
    throw new ConfigError("--eval and --metrics both say what judges", { fix: "leave out one" });
  }
  const { addMetrics } = await import("../../run/add-metrics.ts");
  const names = metrics.split(",").map((name) => name.trim());
  return report(flags, io, (settings) => addMetrics({ ...settings, log, metrics: names }));
}
