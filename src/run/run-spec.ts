import type { DataFile } from "../core/row-source.ts";
import type { EvalSpec, RunSpec } from "../core/spec.ts";
import { makeRunId } from "../record/run-id.ts";
import { runTimestamp } from "../record/timestamp.ts";
import { parseEvalName } from "./eval-name.ts";
import { nameOfFn } from "./make-completion-fns.ts";
import type { RunSettings } from "./options.ts";

/** What a run is made of, for its first log line. */
export interface RunParts {
  readonly evalSpec: EvalSpec;
  /** Names of the completion functions. */
  readonly completionFns: readonly string[];
  readonly seed: number;
  readonly data: readonly DataFile[];
  readonly settings: RunSettings;
}

/** The first line of a log. Settings that change results stand in it when they are not the default. */
export function makeRunSpec({ evalSpec, completionFns, seed, data, settings }: RunParts): RunSpec {
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
      ...(settings.completionArgs ? { completion_args: settings.completionArgs } : {}),
      ...(settings.judge ? { judge: nameOfFn(settings.judge) } : {}),
      ...(settings.shuffleSeed === undefined ? {} : { shuffle_seed: settings.shuffleSeed }),
      ...(settings.parity ? { parity: true } : {}),
    },
    created_by: settings.user ?? "",
    run_id: makeRunId(now),
    created_at: runTimestamp(now),
  };
}
