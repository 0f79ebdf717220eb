import { expect, test } from "vitest";
import { ExtractCountries } from "../../evals/extract-countries.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";

const INPUT = [{ role: "user", content: "Text: Peru meets Chad.\n\nCountries:" }];

test.each([
  ["Peru, Chad", "Peru, Chad", true],
  ["Peru, Chad", "Chad, Peru", true],
  ["Peru, Chad", " peru ,CHAD\n", true],
  ["Peru, Chad", "Peru\nChad", true],
  ["Peru, Chad", "Peru, Chad, Peru,", true],
  ["Peru, Chad", "Peru", false],
  ["Peru, Chad", "Peru, Chad, Mali", false],
  ["Niger", "Nigeria", false],
  ["none", "None", true],
  ["none", "", false],
  ["none", "Peru", false],
  ["São Tomé and Príncipe", "São Tomé and Príncipe", true],
  [["Ivory Coast", "Côte d'Ivoire"], "Côte d'Ivoire", true],
  [["Ivory Coast", "Côte d'Ivoire"], "Mali", false],
])("ideal %j, answer %j: correct is %j", async (ideal, text, correct) => {
  const { matches } = await evaluateSample(ExtractCountries, {
    sample: { input: INPUT, ideal },
    answers: [text],
  });

  expect(matches).toEqual([{ correct, expected: ideal, picked: text }]);
});

test("it asks with the prompt of the row, once and at temperature 0", async () => {
  const completionFn = answering("Peru");

  await evaluateSample(ExtractCountries, { sample: { input: INPUT, ideal: "Peru" }, completionFn });

  expect(completionFn.calls).toMatchObject([{ prompt: INPUT, params: { temperature: 0 } }]);
});

test.each(["samples_jsonl", "test_jsonl"])("its data may be named by %s", async (key) => {
  const row = { input: INPUT, ideal: "Peru, Chad" };
  const context = evalContext({ rows: { "inputs.jsonl": [row] } });

  expect(await loadRows(new ExtractCountries({ [key]: "inputs.jsonl" }, context))).toEqual([row]);
});
