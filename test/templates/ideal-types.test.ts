import { describe, expect, test } from "vitest";
import { FuzzyMatch } from "../../src/templates/fuzzy-match.ts";
import { Includes } from "../../src/templates/includes.ts";
import { Match } from "../../src/templates/match.ts";
import { MatchWithSolvers } from "../../src/templates/match-with-solvers.ts";
import { Translate } from "../../src/templates/translate.ts";
import { evaluateSample } from "../../src/testing.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";

const args = { samples_jsonl: "s.jsonl", num_few_shot: 0, few_shot_random: false, reverse: false };

const evals = [
  { EvalClass: Match, args },
  { EvalClass: Includes, args: { ...args, ignore_case: false } },
  { EvalClass: FuzzyMatch, args: { ...args, max_tokens: 100 } },
  { EvalClass: Translate, args: { ...args, max_tokens: 500 } },
  { EvalClass: MatchWithSolvers, args: { ...args, task_description: "Count.", shuffle: true } },
];

describe.each(evals)("R48: the rule for ideals is the same in $EvalClass.name", (each) => {
  test.each([
    ["42", "42"],
    [["41", "42"], "41"],
    [42, "42"],
    [[42], "42"],
    [true, "true"],
  ])("the ideal %j is in an answer %j", async (ideal, answer) => {
    const task = each.EvalClass === MatchWithSolvers ? { task_description: "Count." } : {};

    const { matches } = await evaluateSample(each.EvalClass, {
      args: task,
      sample: { input: "How many?", ideal },
      answers: [answer],
    });

    expect(matches[0]?.correct).toBe(true);
  });

  test("numbers and booleans are told when the rows are loaded, with the first one's place", async () => {
    const rows = ["42", [42], true].map((ideal) => ({ input: "How many?", ideal }));
    const context = evalContext({ rows: { "s.jsonl": rows } });

    await loadRows(Reflect.construct(each.EvalClass, [each.args, context]));

    expect(context.warnings).toEqual([
      expect.stringMatching(/^an ideal that is no text in 2 rows \(first: s\.jsonl:[23]\)/),
    ]);
  });
});
