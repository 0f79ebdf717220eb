import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { RunSpec } from "../core/spec.ts";
import { logFileName } from "../record/log-path.ts";
import { type Log, readLog } from "../record/read-log.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** The run that may have been done before. */
type Wanted = Pick<PreparedRun, "spec" | "alias" | "logFolder">;

/**
 * The newest log in a folder of a run that came to its end without a failed sample and was made of
 * the same parts: functions, eval, args, seeds, data by their hash.
 */
export async function findFinishedLog({
  spec,
  alias,
  logFolder,
}: Wanted): Promise<Log | undefined> {
  const names = alias === undefined ? [spec.eval_name] : [spec.eval_name, alias];
  for (const path of logsOf(spec.completion_fns, names, logFolder)) {
    const log = await readable(path);
    if (log && isWhole(log) && isDeepStrictEqual(identityOf(log.spec), identityOf(spec)))
      return log;
  }
  return undefined;
}

/** Logs that are named after these functions and one of the names of the eval, the newest first. */
function logsOf(fns: readonly string[], evals: readonly string[], folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const endings = evals.map((name) => logFileName({ runId: "", fn: fns.join(","), eval: name }));
  return readdirSync(folder)
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .sort()
    .reverse()
    .map((file) => join(folder, file));
}

async function readable(path: string): Promise<Log | undefined> {
  try {
    return await readLog(path);
  } catch {
    return undefined; // somebody else's file, or one that broke: it is simply not a finished log
  }
}

function isWhole({ report }: Log): boolean {
  return report?.["samples/errors"] === 0 && report["samples/skipped"] === 0;
}

/** What two runs must share to have the same result. */
function identityOf(spec: RunSpec): unknown {
  const { command: _, initial_settings: __, ...config } = spec.run_config;
  return JSON.parse(JSON.stringify({ ...config, eval_name: spec.eval_name }));
}
