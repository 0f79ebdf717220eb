import { ConfigError } from "../../core/errors.ts";

/** What stands for a choice where the judge's answer names none. */
export const INVALID = "__invalid__";

/** The choices of a spec as YAML has them: a list, a text taken letter by letter, or `from_n` … */
export type ChoiceStrings = string | readonly string[];

/**
 * The choices that a judge has.
 *
 * @param n how many answers are compared, for `from_n`, `from_n_abc` and `from_n_ABC`
 * @param where the spec, for messages
 * @throws {ConfigError} when there are none, or one could never be read from an answer
 */
export function expandChoices(
  choiceStrings: ChoiceStrings,
  n: number,
  where?: string,
): readonly string[] {
  const numbering = typeof choiceStrings === "string" ? NUMBERINGS.get(choiceStrings) : undefined;
  if (numbering) return Array.from({ length: n }, (_, index) => numbering(index));

  const choices = [...choiceStrings];
  const bad = choices.find((choice) => choice.trim() === "" || PUNCTUATION.test(choice));
  if (bad === undefined && choices.length > 0) return choices;
  throw new ConfigError(badChoice(choiceStrings, bad), {
    where,
    fix: "write a list of words, a text of single letters such as ABCDE, or from_n, from_n_abc, from_n_ABC",
  });
}

/** The choices as a judge is told them: `"A" or "B"`. */
export function quoteChoices(choices: readonly string[]): string {
  return choices.map((choice) => `"${choice}"`).join(" or ");
}

/** The letter of a number from 0: `a` to `z`, then `a` again. */
export function letter(index: number): string {
  return String.fromCharCode("a".charCodeAt(0) + (index % 26));
}

const NUMBERINGS: ReadonlyMap<string, (index: number) => string> = new Map([
  ["from_n", (index: number) => String(index + 1)],
  ["from_n_abc", letter],
  ["from_n_ABC", (index: number) => letter(index).toUpperCase()],
]);

const PUNCTUATION = /[!-/:-@[-`{-~]/;

function badChoice(choiceStrings: ChoiceStrings, bad: string | undefined): string {
  if (bad === undefined) return "choice_strings has no choice";
  const choice = JSON.stringify(bad);
  const source = typeof choiceStrings === "string" ? ` of "${choiceStrings}"` : "";
  const reason = bad.trim() === "" ? "is empty" : "has punctuation, which is taken out of answers";
  return `the choice ${choice}${source} in choice_strings ${reason}`;
}
