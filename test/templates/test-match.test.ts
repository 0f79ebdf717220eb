import { expect, test } from "vitest";
import { TestMatch } from "../../src/templates/test-match.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";

const args = { num_few_shot: 0, few_shot_random: false, reverse: false };

test("it brings three chat samples of its own and opens no file", async () => {
  const context = evalContext();

  const rows = await loadRows(new TestMatch(args, context));

  expect(rows).toHaveLength(3);
  expect(context.opened).toEqual([]);
});

test("its samples are judged as Match does", async () => {
  const evaluation = new TestMatch(args, evalContext());
  const source = await evaluation.samples();
  const completionFn = answering("This is a dummy response.");

  const { matches } = await evaluateSample(TestMatch, {
    sample: await source.read(0),
    completionFn,
  });

  expect(matches).toMatchObject([{ correct: false, picked: null }]);
  expect(completionFn.calls[0]?.params).toEqual({ temperature: 0 });
});

test("a data set of one's own is refused: that is what Match is for", async () => {
  const evaluation = evaluateSample(TestMatch, {
    args: { samples_jsonl: "a.jsonl" },
    sample: { input: "x", ideal: "x" },
    answers: ["x"],
  });

  await expect(evaluation).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining('"samples_jsonl" is not known'),
  });
});
