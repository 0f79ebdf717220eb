import { describe, expect, test } from "vitest";
import { expandChoices, quoteChoices } from "../../../src/templates/model-graded/choices.ts";
import {
  type ChoiceScores,
  scoreOf,
  scoresOf,
} from "../../../src/templates/model-graded/scores.ts";
import { vectors } from "../../helpers/vectors.ts";

interface ChoiceRow {
  readonly choice_strings: string | readonly string[];
  readonly n: number | null;
  readonly choices?: readonly string[];
  readonly rendered?: string;
}

interface ScoreRow {
  readonly choice: string;
  readonly choice_strings: string | readonly string[];
  readonly choice_scores: ChoiceScores | null;
  readonly score?: number | null;
}

describe("choice_strings stand for what they do in openai/evals", () => {
  test.each(vectors<ChoiceRow>("choice-strings"))("$choice_strings of $n", (row) => {
    const expand = () => expandChoices(row.choice_strings, row.n ?? 1, "fact.yaml:3");

    if (row.rendered) expect(quoteChoices(expand())).toBe(row.rendered);
    else if (row.choices) expect(expand()).toEqual(row.choices);
    else expect(expand).toThrow("has punctuation, which is taken out of answers");
  });

  test.each([[[""]], [["A", " "]], [[]], [""], ["A B"], ["Yes,No"], [["N/A"]]])(
    "%j could never be read from an answer and is refused",
    (choiceStrings) => {
      expect(() => expandChoices(choiceStrings, 1)).toThrow(
        /choice_strings (has no choice|is empty|has punctuation)/,
      );
    },
  );

  test("letters beyond the first plane stay whole", () => {
    expect(expandChoices("👍👎", 1)).toEqual(["👍", "👎"]);
  });

  test("a text that objects happen to know is taken letter by letter", () => {
    expect(expandChoices("toString", 1)).toEqual([..."toString"]);
  });
});

describe("choices score as in openai/evals", () => {
  test.each(vectors<ScoreRow>("choice-scores"))("$choice of $choice_scores", (row) => {
    const choices = expandChoices(row.choice_strings, 1);
    const score = () =>
      scoreOf(row.choice, scoresOf(choices, row.choice_scores ?? undefined, "fact.yaml:3"));

    if (row.score === undefined) expect(score).toThrow("choice_scores has no score for");
    else expect(score()).toBe(row.score);
  });

  test("an unreadable verdict can be left out of the mean instead (R64)", () => {
    const scores = scoresOf(["A", "B"], { A: 1, B: 0.5 });

    expect(scoreOf("__invalid__", scores, "min")).toBe(0.5);
    expect(scoreOf("__invalid__", scores, "exclude")).toBeNull();
  });

  test("a score that is no number is refused before a call is paid", () => {
    expect(() => scoresOf(["A", "B"], { A: 1, B: Number.NaN })).toThrow('"B"');
  });
});
