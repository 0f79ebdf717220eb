import { realpathSync } from "node:fs";
import { ConfigError } from "../core/errors.ts";
import type { Log } from "../record/read-log.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** A run whose log says which other log its answers are of. */
export function withOrigin(
  run: PreparedRun,
  { path, spec }: Pick<Log, "path" | "spec">,
): PreparedRun {
  const scored_from = { path, run_id: spec.run_id };
  return { ...run, spec: { ...run.spec, run_config: { ...run.spec.run_config, scored_from } } };
}

/**
 * The old scores stay, whatever the new log is called.
 *
 * @throws {ConfigError} when both are the same file
 */
export function refuseSameFile({ logPath }: PreparedRun, { path }: Pick<Log, "path">): void {
  if (logPath === undefined || realPath(logPath) !== realPath(path)) return;
  throw new ConfigError("the new scores would take the place of the log that they are made from", {
    where: path,
    fix: "name another file with --record-path",
  });
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // a new file has none
  }
}
