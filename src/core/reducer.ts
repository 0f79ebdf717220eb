import { didYouMean } from "./closest.ts";
import { ConfigError } from "./errors.ts";
import { mean } from "./statistics.ts";

/** How the results of a sample's repeats become one; true counts as 1, false as 0. */
export interface Reducer {
  /** As it was asked for: `mean`, `majority`, `at_least_k:8`, `pass@5`. */
  readonly name: string;
  /** Whether of true and false it makes one of them, as opposed to a share between 0 and 1. */
  readonly decides: boolean;
  /** @returns null when there are too few values */
  reduce(values: readonly number[]): number | null;
}

/**
 * Reads the name of a reducer:
 *
 * - `mean`: the mean; of true and false the share that is true
 * - `majority`: the highest value that more than half of the repeats reach
 * - `at_least_k:K`: the highest value that at least K repeats reach
 * - `pass@K`: the best value to expect among K of the repeats; of true and false the chance that
 *   one of them is true
 *
 * @param repeats how often each sample is judged
 * @throws {ConfigError} when there is no such reducer, or there are too few repeats for it
 */
export function parseReducer(name: string, repeats: number): Reducer {
  if (name === "mean") return { name, decides: false, reduce: mean };
  if (name === "majority") return { name, decides: true, reduce: majority };
  const [, kind, digits] = /^(at_least_k:|pass@)(\d+)$/.exec(name) ?? [];
  const k = Number(digits);
  if (kind === undefined || k === 0) throw unknown(name);
  if (k > repeats) throw tooFewRepeats(name, k, repeats);
  return kind === "pass@"
    ? { name, decides: false, reduce: (values) => bestOf(values, k) }
    : { name, decides: true, reduce: (values) => reachedBy(values, k) };
}

function majority(values: readonly number[]): number | null {
  return reachedBy(values, Math.floor(values.length / 2) + 1);
}

/** The highest value that at least `k` of the values reach. */
function reachedBy(values: readonly number[], k: number): number | null {
  return values.toSorted((a, b) => b - a)[k - 1] ?? null;
}

/**
 * The expected maximum of `k` values drawn without putting back. Of values that are 0 and 1, `c` of
 * `n` being 1, it is the unbiased estimator 1 − C(n−c, k) / C(n, k) of pass@k (M. Chen et al.,
 * "Evaluating Large Language Models Trained on Code", 2021).
 */
function bestOf(values: readonly number[], k: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [lowest] = sorted;
  if (lowest === undefined || sorted.length < k) return null;
  const steps = sorted.map((value, below) => {
    const step = value - (sorted[below - 1] ?? value);
    return step === 0 ? 0 : step * (1 - chanceOfAll(k, below, sorted.length));
  });
  return steps.reduce((sum, step) => sum + step, lowest);
}

/** Chance that `k` draws from `total` are all among certain `among` of them: C(among, k) / C(total, k). */
function chanceOfAll(k: number, among: number, total: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, among - drawn) / (total - drawn);
  return chance;
}

function unknown(name: string): ConfigError {
  return new ConfigError(`there is no reducer "${name}"`, {
    fix:
      didYouMean(name, ["mean", "majority", "at_least_k:1", "pass@1"]) ??
      "name one of mean, majority, at_least_k:K and pass@K, K being a number, as in pass@1",
  });
}

function tooFewRepeats(name: string, k: number, repeats: number): ConfigError {
  const done = repeats === 1 ? "once" : `${repeats} times`;
  return new ConfigError(`the reducer "${name}" needs ${k} repeats, and samples run ${done}`, {
    fix: `add --repeats ${k} or more`,
  });
}
