import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import type { Log } from "../record/read-log.ts";
import { givenHere } from "./given-here.ts";
import type { RunOptions, RunSettings } from "./options.ts";

const Mapping = z.record(z.string(), z.unknown());

/** What a spec line tells of how its run was set up; openai/evals tells less. */
export const LoggedConfig = z.looseObject({
  cwd: z.string().optional(),
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
  /** The log whose answers were judged again. */
  scored_from: z.object({ path: z.string(), run_id: z.string() }).optional(),
});

/** See the schema of the same name. */
export type LoggedConfig = z.infer<typeof LoggedConfig>;

/** @throws {ConfigError} when the spec line is not one of a run */
export function readConfig({ spec, path }: Log): LoggedConfig {
  const { success, data, error } = LoggedConfig.safeParse(spec.run_config);
  if (success) return data;
  throw new ConfigError("the log does not tell how its run was set up", {
    where: path,
    fix: "run the eval anew",
    cause: error,
  });
}

/** The options of a log's run, as far as they matter to results. */
export function loggedOptions({ spec }: Log, config: LoggedConfig): RunOptions {
  return {
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
  };
}

/**
 * What is given beside a log, to be put over its options. Names of the log start from where it was
 * begun, if that is still there; those that are given start from here.
 */
export function givenBeside<T extends RunSettings>(config: LoggedConfig, settings: T): T {
  const { cwd: begun = "." } = config;
  const here = resolve(settings.cwd ?? ".");
  const cwd = existsSync(resolve(here, begun)) ? resolve(here, begun) : here;
  const placed = cwd === here ? settings : givenHere(settings, here);
  const given = Object.entries(placed).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), cwd } as T; // without what is not given
}

/** The flags whose values may have secrets, which a log does not hold. */
const FLAGS = { args: "--extra-eval-params", completionArgs: "--completion-args" } as const;

/**
 * What had a secret in a log must be given again.
 *
 * @throws {ConfigError} with the flag that is missing
 */
export function refuseHidden(options: RunSettings, name: keyof typeof FLAGS, { path }: Log): void {
  const text = JSON.stringify(options[name]) ?? "";
  if (!text.includes("[secret]")) return;
  const flag = FLAGS[name];
  throw new ConfigError(`${flag} had a secret, which the log does not hold: ${text}`, {
    where: path,
    fix: `give ${flag} again, with the secret in its place`,
  });
}
