import { ConfigError } from "../../core/errors.ts";
import { INVALID, quoteChoices } from "./choices.ts";

/** The scores of a spec as YAML has them; `from_strings` reads the choices as numbers. */
export type ChoiceScores = Readonly<Record<string, number>> | "from_strings";

/** Scores by choice. A map: an object would put `"10"` before `"A"`. */
export type Scores = ReadonlyMap<string, number>;

/** What an unreadable verdict scores: the lowest score, or none, so that it is in no mean. */
export type InvalidScore = "min" | "exclude";

/**
 * The score of every choice; undefined when the spec gives none.
 *
 * @param where the spec, for messages
 * @throws {ConfigError} when a choice has no score
 */
export function scoresOf(
  choices: readonly string[],
  choiceScores: ChoiceScores | undefined,
  where?: string,
): Scores | undefined {
  if (choiceScores === undefined) return undefined;
  const scores = choiceScores === "from_strings" ? numbersOf(choices) : mapOf(choiceScores);
  const missing = choices.filter((choice) => !Number.isFinite(scores.get(choice) ?? Number.NaN));
  if (missing.length === 0) return scores;
  throw new ConfigError(`choice_scores has no score for ${quoteChoices(missing)}`, {
    where,
    fix:
      choiceScores === "from_strings"
        ? "from_strings needs choices that are numbers; give the scores one by one instead"
        : "give each of choice_strings a number",
  });
}

/** The score of a verdict; null where there is none. */
export function scoreOf(
  choice: string,
  scores: Scores | undefined,
  invalidScore: InvalidScore = "min",
): number | null {
  if (!scores) return null;
  if (choice !== INVALID) return scores.get(choice) ?? null;
  return invalidScore === "min" ? Math.min(...scores.values()) : null;
}

function numbersOf(choices: readonly string[]): Scores {
  return new Map(choices.map((choice) => [choice, Number(choice)]));
}

function mapOf(choiceScores: Readonly<Record<string, number>>): Scores {
  return new Map(Object.entries(choiceScores));
}
