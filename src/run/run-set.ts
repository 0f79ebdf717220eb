import { openRegistry } from "./open-registry.ts";
import { type EvalsResult, type ManyOptions, runEvals } from "./run-evals.ts";

/** How a set is run. */
export interface SetOptions extends ManyOptions {
  /** A name of the registry's `eval_sets`. */
  readonly evalSet: string;
}

/**
 * Runs all evals of a set, one after the other.
 *
 * @throws {ConfigError} when there is no such set, or nothing in it
 */
export async function runEvalSet({ evalSet, ...options }: SetOptions): Promise<EvalsResult> {
  const { evals } = openRegistry(options).evalSet(evalSet);
  return runEvals({ ...options, evals: evals.map(({ key }) => key) });
}
