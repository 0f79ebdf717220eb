import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import type { Log } from "../record/read-log.ts";
import type { RunOptions, RunSettings } from "./options.ts";

const Mapping = z.record(z.string(), z.unknown());

/** What a spec line tells of how its run was set up. */
const LoggedConfig = z.looseObject({
  cwd: z.string(),
  /** The name as it was typed, where it is not the eval's own. */
  eval: z.string().optional(),
  extra_eval_params: Mapping.optional(),
  completion_args: z.union([z.string(), Mapping]).optional(),
  judge: z.string().optional(),
  max_samples: z.number().nullable(),
  seed: z.number(),
  shuffle_seed: z.number().optional(),
  registry_paths: z.array(z.string()).optional(),
  parity: z.boolean().optional(),
  repeats: z.int().positive().optional(),
  reducer: z.string().optional(),
  cluster_by: z.string().optional(),
  /** Whether the run was given objects instead of names. */
  made_in_code: z.boolean().optional(),
});
type LoggedConfig = z.infer<typeof LoggedConfig>;

/**
 * The options that a log's run was begun with, as far as they matter to its results; `settings` that
 * are given win.
 *
 * @throws {ConfigError} when the log does not tell all of them
 */
export function loggedOptions(log: Log, settings: RunSettings): RunOptions {
  const config = readConfig(log);
  const { spec } = log;
  const logged: RunOptions = {
    completionFns: spec.completion_fns,
    eval: config.eval ?? spec.eval_name,
    args: config.extra_eval_params,
    completionArgs: config.completion_args,
    judge: config.judge,
    maxSamples: config.max_samples ?? undefined,
    seed: config.seed,
    shuffleSeed: config.shuffle_seed,
    registryPaths: config.registry_paths,
    parity: config.parity,
    repeats: config.repeats,
    reducer: config.reducer,
    clusterBy: config.cluster_by,
    user: spec.created_by,
  };
  refuseHidden(logged, settings, log);
  return { ...logged, ...given(settings), ...places(config, settings) };
}

function readConfig({ spec, path }: Log): LoggedConfig {
  const { success, data } = LoggedConfig.safeParse(spec.run_config);
  if (!success) {
    throw new ConfigError(
      "the log does not tell how its run was set up: oaieval did not write it",
      {
        where: path,
        fix: "run the eval anew, or judge the log's answers again: oaieval score LOG",
      },
    );
  }
  if (!data.made_in_code) return data;
  throw new ConfigError("the run was made by code, with functions or classes that have no name", {
    where: path,
    fix: "go on with it in the code: runEval({ …, resume: LOG })",
  });
}

const FLAGS = { args: "--extra-eval-params", completionArgs: "--completion-args" } as const;

/** A log holds no secrets, so what had one must be given again. */
function refuseHidden(logged: RunOptions, settings: RunSettings, { path }: Log): void {
  for (const name of ["args", "completionArgs"] as const) {
    const text = JSON.stringify(logged[name]) ?? "";
    if (!text.includes("[secret]") || settings[name] !== undefined) continue;
    const flag = FLAGS[name];
    throw new ConfigError(`${flag} had a secret, which the log does not hold: ${text}`, {
      where: path,
      fix: `give ${flag} again, with the secret in its place`,
    });
  }
}

function given(settings: RunSettings): RunSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** Names of the log start from where it was begun, those that are given now from here. */
function places(
  { cwd }: LoggedConfig,
  settings: RunSettings,
): Pick<RunSettings, "cwd" | "registryPaths"> {
  const here = resolve(settings.cwd ?? ".");
  if (!existsSync(cwd)) return { cwd: here };
  const { registryPaths } = settings;
  if (!registryPaths) return { cwd };
  const paths = registryPaths.map((path) => [resolve(here, path), path].find(existsSync) ?? path);
  return { cwd, registryPaths: paths };
}
