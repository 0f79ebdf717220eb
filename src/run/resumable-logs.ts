import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { logFileName } from "../record/log-path.ts";
import { type Log, readLog, readSpec } from "../record/read-log.ts";
import type { PreparedRun } from "./prepare-run.ts";
import { isSameRun } from "./resume-identity.ts";

/** The run that may have been begun before. */
type Wanted = Pick<PreparedRun, "spec" | "alias" | "logFolder" | "logPath" | "settings">;

/** The log to go on with: of the file that is named, else the newest of the same functions and eval. */
export async function newestLog(wanted: Wanted): Promise<Log | undefined> {
  const { settings, logPath } = wanted;
  if (settings.recordPath !== undefined) {
    return logPath !== undefined && existsSync(logPath) ? readLog(logPath) : undefined;
  }
  for (const path of logsOf(wanted)) {
    const spec = await specOf(path);
    if (spec && !("scored_from" in spec.run_config)) return readLog(path);
  }
  return undefined;
}

/**
 * The log of a run that was made of the same parts: functions, eval, args, seeds, data by their
 * hash. One that came to its end without a failed sample is taken first, else the newest.
 */
export async function logOfSameRun(wanted: Wanted): Promise<Log | undefined> {
  let unfinished: Log | undefined;
  for (const path of logsOf(wanted)) {
    const spec = await specOf(path);
    if (!spec || !isSameRun(spec, wanted)) continue;
    const log = await readLog(path);
    if (isWhole(log)) return log;
    unfinished ??= log;
  }
  return unfinished;
}

/** Logs that are named after the functions and one of the names of the eval, the newest first. */
function logsOf({ spec, alias, logFolder: folder }: Wanted): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const evals = alias === undefined ? [spec.eval_name] : [spec.eval_name, alias];
  const fn = spec.completion_fns.join(",");
  const endings = evals.map((name) => logFileName({ runId: "", fn, eval: name }));
  return readdirSync(folder)
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => ({ path: join(folder, file), begun: file.slice(0, RUN_ID_SECONDS) }))
    .map((log) => ({ ...log, changed: statSync(log.path).mtimeMs }))
    .sort((a, b) => Number(b.begun) - Number(a.begun) || b.changed - a.changed)
    .map(({ path }) => path);
}

/** Run ids begin with the time in seconds; within one the file's own time tells. */
const RUN_ID_SECONDS = "YYMMDDHHMMSS".length;

async function specOf(path: string): Promise<Log["spec"] | undefined> {
  try {
    return await readSpec(path);
  } catch {
    return undefined; // somebody else's file, or one that was cut short: there is nothing to go on with
  }
}

/** Whether a log has the report of a run that judged all its samples; of a flow it aggregated them too. */
export function isWhole({ report }: Log): boolean {
  const failures = ["samples/errors", "samples/skipped"].map((key) => report?.[key]);
  return [...failures, report?.["aggregation/failed"] ?? 0].every((count) => count === 0);
}
