import { expect, test } from "vitest";
import { Lambada } from "../../src/templates/lambada.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";

const args = { subset: "en" };
const sample = { text: "She  looked at\nthe sea" };

test("the passage without its last word stands after one sentence and an empty line", async () => {
  const completionFn = answering("sea");

  await evaluateSample(Lambada, { args, sample, completionFn });

  expect(completionFn.calls[0]?.prompt).toMatch(/^[^\n]+\n\nShe looked at the$/);
  expect(completionFn.calls[0]?.params).toEqual({ temperature: 0, max_tokens: 8 });
});

test.each([
  ["sea", true],
  ["seashore", true],
  [" sea", false],
  ["Sea", false],
])("the answer %j begins with the last word: %j", async (answer, correct) => {
  const { matches, report } = await evaluateSample(Lambada, { args, sample, answers: [answer] });

  expect(matches[0]).toMatchObject({ correct, expected: "sea", sampled: answer });
  expect(report).toMatchObject({ accuracy: Number(correct) });
});

test("the passages of a subset come from the local copy of the data set", async () => {
  const context = evalContext();

  await loadRows(new Lambada(args, context));

  expect(context.opened).toEqual(["hf://EleutherAI/lambada_openai?name=en&split=test"]);
});

test("a passage of one word is refused", async () => {
  const evaluation = evaluateSample(Lambada, { args, sample: { text: "sea" }, answers: ["sea"] });

  await expect(evaluation).rejects.toThrow("at least two words");
});
