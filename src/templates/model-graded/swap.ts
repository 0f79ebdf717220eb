import { ConfigError } from "../../core/errors.ts";
import { INVALID } from "./choices.ts";
import type { Scores } from "./scores.ts";

/** How a judge of two answers is asked a second time, with the answers in each other's place. */
export interface Mirror {
  /** Names of the prompt that change places. */
  readonly places: ReadonlyMap<string, string>;
  /** The choice that says the same of the answers in each other's place. */
  readonly choices: ReadonlyMap<string, string>;
  /** What it is when the two verdicts differ. */
  readonly tie: { readonly choice: string; readonly score: number };
}

/** A spec of two answers. */
interface Battle {
  readonly choices: readonly string[];
  readonly scores: Scores | undefined;
  readonly pairs: readonly (readonly [input: string, output: string])[];
}

/**
 * The mirror of a spec that compares two answers: scores tell which choices are opposites.
 *
 * @param where the spec, for messages
 * @throws {ConfigError} when the spec has no two places, or a choice no opposite
 */
export function mirrorOf({ choices, scores, pairs }: Battle, where: string): Mirror {
  const [first, second] = pairs;
  if (!first || !second || pairs.length > 2) {
    throw new ConfigError("swap needs a judge with two input_outputs", {
      where,
      fix: "remove swap from the args of the eval",
    });
  }
  const all = [...(scores?.values() ?? [])];
  const sum = Math.min(...all) + Math.max(...all);
  const scoring = (wanted: number) =>
    choices.find((choice) => Math.abs((scores?.get(choice) ?? Number.NaN) - wanted) < 1e-9);
  const opposites = choices.map((choice) => {
    const opposite = scoring(sum - (scores?.get(choice) ?? 0));
    if (opposite !== undefined) return [choice, opposite] as const;
    throw new ConfigError(`swap needs an opposite of each choice, and "${choice}" has none`, {
      where,
      fix: "give choice_scores that mirror each other, such as Yes: 1 and No: 0",
    });
  });
  return {
    places: new Map(first.flatMap((name, index) => exchange(name, second[index] ?? name))),
    choices: new Map(opposites),
    tie: { choice: scoring(sum / 2) ?? TIE, score: sum / 2 },
  };
}

/** Whether the second verdict says the opposite of the first; null when one is unreadable. */
export function isFlipped(mirror: Mirror, choice: string, swapped: string): boolean | null {
  if (choice === INVALID || swapped === INVALID) return null;
  return mirror.choices.get(choice) !== swapped;
}

function exchange(a: string, b: string): [string, string][] {
  return [
    [a, b],
    [b, a],
  ];
}

/** What stands for a tie where no choice of the spec does. */
const TIE = "__tie__";
