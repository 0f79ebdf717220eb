import { expect, test } from "vitest";
import { JsonValidator } from "../../src/templates/json-validator.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { vectors } from "../helpers/vectors.ts";

const rows = vectors<{ sampled: string; correct: boolean }>("json-validator");
const sample = { input: "Answer in JSON." };
const PYTHON_ONLY = ["NaN", "-Infinity"];

test.each(rows)(
  "with parity as openai/evals does, $sampled: $correct",
  async ({ sampled, correct }) => {
    const { matches } = await evaluateSample(JsonValidator, {
      sample,
      answers: [sampled],
      parity: true,
    });

    expect(matches).toEqual([{ correct, expected: null, picked: sampled }]);
  },
);

test.each(rows)("by the letter of JSON: $sampled", async ({ sampled, correct }) => {
  const { matches } = await evaluateSample(JsonValidator, { sample, answers: [sampled] });

  expect(matches[0]?.correct).toBe(correct && !PYTHON_ONLY.includes(sampled));
});

test("the request has temperature 0 alone, and the report accuracy with its deviation", async () => {
  const completionFn = answering("{}");

  const { report } = await evaluateSample(JsonValidator, { sample, completionFn });

  expect(completionFn.calls[0]?.params).toEqual({ temperature: 0 });
  expect(report).toMatchObject({ accuracy: 1, boostrap_std: null });
});
