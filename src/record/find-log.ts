import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { defaultLogPath } from "./log-path.ts";
import { readSpec } from "./read-log.ts";

/** Where logs are looked for. */
export interface LogPlaces {
  /** Where relative paths start. @default the working directory */
  readonly cwd?: string | undefined;
  /** The folder of logs that were not put elsewhere. @default that of new logs */
  readonly folder?: string | undefined;
}

/**
 * The path of an earlier run: it is given by its path, by its run id, or by the name that `--name`
 * gave it. Of several runs of a name it is the newest.
 *
 * @throws {ConfigError} when there is none
 */
export async function findLog(reference: string, places: LogPlaces = {}): Promise<string> {
  const { cwd = ".", folder = defaultFolder() } = places;
  const path = resolve(cwd, reference);
  if (existsSync(path) || /[\\/]|\.jsonl$/.test(reference)) return path;
  const files = logsIn(folder);
  const byId = files.find((file) => file.startsWith(`${reference}_`));
  if (byId !== undefined) return join(folder, byId);
  for (const file of files) {
    if ((await nameOf(join(folder, file))) === reference) return join(folder, file);
  }
  throw new ConfigError(`there is no run "${reference}"`, {
    where: folder,
    fix: "give the path of its log, its run id, or the name that --name gave it",
  });
}

function defaultFolder(): string {
  return dirname(defaultLogPath({ runId: "", fn: "", eval: "" }));
}

/** Run ids begin with the time, so that the last in the order of the alphabet is the newest. */
function logsIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .reverse();
}

async function nameOf(path: string): Promise<unknown> {
  try {
    return (await readSpec(path)).run_config["name"];
  } catch {
    return undefined; // somebody else's file, or one that was cut short: it has no name
  }
}
