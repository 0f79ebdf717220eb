import { resolve } from "node:path";
import type { DataFile } from "../core/row-source.ts";
import type { EvalSpec, RunSpec } from "../core/spec.ts";
import { makeRunId } from "../record/run-id.ts";
import { runTimestamp } from "../record/timestamp.ts";
import { REDUCER } from "./defaults.ts";
import { parseEvalName } from "./eval-name.ts";
import { gatesOf } from "./gates.ts";
import { nameOfFn } from "./make-completion-fns.ts";
import type { RunSettings } from "./options.ts";

/** What a run is made of, for its first log line. */
export interface RunParts {
  readonly evalSpec: EvalSpec;
  /** The eval's name as it was typed, where it is not its own. */
  readonly alias?: string | undefined;
  /** Names of the completion functions. */
  readonly completionFns: readonly string[];
  readonly seed: number;
  readonly data: readonly DataFile[];
  /** Which definition makes which numbers. */
  readonly signatures?: Readonly<Record<string, string>>;
  /** What the eval says of the run beside its settings. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** SHA-256 of the registry entries that results depend on, by `kind/name`. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Whether a function or the eval is an object, not a name: then no command can resume the run. */
  readonly isMadeInCode?: boolean;
  readonly settings: RunSettings;
}

/** The first line of a log. Settings that change results stand in it when they are not the default. */
export function makeRunSpec(parts: RunParts): RunSpec {
  const { evalSpec, completionFns, seed, data, settings } = parts;
  const { base, split } = parseEvalName(evalSpec.key, `${evalSpec.file}:${evalSpec.line}`);
  const { cls, registry_path, args, key, group } = evalSpec;
  const now = Date.now();
  return {
    completion_fns: completionFns,
    eval_name: key,
    base_eval: base,
    split,
    run_config: {
      completion_fns: completionFns,
      eval_spec: { cls, registry_path, args, key, group },
      seed,
      max_samples: settings.maxSamples ?? null,
      command: settings.command ?? "",
      initial_settings: { visible: settings.visible ?? settings.maxSamples === undefined },
      data: data.map(({ path, sha256, rows }) => ({ path, sha256, rows })),
      cwd: resolve(settings.cwd ?? "."),
      ...namesOf(parts),
      ...(settings.completionArgs ? { completion_args: settings.completionArgs } : {}),
      ...(settings.judge ? { judge: nameOfFn(settings.judge) } : {}),
      ...(settings.shuffleSeed === undefined ? {} : { shuffle_seed: settings.shuffleSeed }),
      ...(settings.parity ? { parity: true } : {}),
      ...measuresOf(settings),
      ...gateTexts(parts),
      ...parts.more,
    },
    created_by: settings.user ?? "",
    run_id: makeRunId(now),
    created_at: runTimestamp(now),
  };
}

/** What it takes to set the same run up again, and to tell whether it is the same. */
function namesOf(parts: RunParts): object {
  const { alias, entries = {}, signatures = {}, isMadeInCode, settings } = parts;
  const { args = {}, registryPaths = [], name } = settings;
  return {
    ...(name === undefined ? {} : { name }),
    ...(alias === undefined ? {} : { eval: alias }),
    ...(Object.keys(args).length > 0 ? { extra_eval_params: args } : {}),
    ...(registryPaths.length > 0 ? { registry_paths: registryPaths } : {}),
    ...(Object.keys(entries).length > 0 ? { entries } : {}),
    ...(Object.keys(signatures).length > 0 ? { signatures } : {}),
    ...(isMadeInCode ? { made_in_code: true } : {}),
  };
}

/** How results become figures. */
function measuresOf({ repeats = 1, reducer = REDUCER, clusterBy }: RunSettings): object {
  return {
    ...(repeats === 1 ? {} : { repeats, reducer }),
    ...(clusterBy === undefined ? {} : { cluster_by: clusterBy }),
  };
}

/** What figures must be, so that who reads the log can tell whether they are. */
function gateTexts({ evalSpec, settings }: RunParts): object {
  const gates = gatesOf(evalSpec, settings.gates).map(({ text }) => text);
  return gates.length === 0 ? {} : { gates };
}
