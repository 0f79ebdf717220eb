import { describe, expect, test } from "vitest";
import { PythonRandom } from "../../src/core/random.ts";
import { letterOptions } from "../../src/templates/letter-options.ts";
import { MultipleChoice } from "../../src/templates/multiple-choice.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";
import { vectors } from "../helpers/vectors.ts";

interface DrawRow {
  readonly seed: string;
  readonly options: string[];
  readonly letter: string;
}

const args = { dataset: "hf://hellaswag?split=validation" };
const hellaswag = { ctx: "He opens", endings: ["w", "x", "y", "z"], label: "2", ind: 7 };
const sampleId = "hellaswag.val.7";
const seed = 42;

test.each(vectors<DrawRow>("random"))("the options by the seed text $seed", (row) => {
  const options = letterOptions(["w", "x", "y", "z"], 2, new PythonRandom(row.seed));

  expect(options).toEqual({ text: row.options.join("\n"), letter: row.letter });
});

test("after Z the letters go on through ASCII", () => {
  const choices = Array.from({ length: 28 }, (_, index) => `c${index}`);
  const { text } = letterOptions(choices, 0, new PythonRandom(1));

  const letters = text.split("\n").map((line) => line.slice(0, 2));
  expect(letters.slice(-3)).toEqual(["Z)", "[)", "\\)"]);
});

describe("the request", () => {
  test("begins with an empty line without instructions and ends with the options", async () => {
    const completionFn = answering("C");

    await evaluateSample(MultipleChoice, { args, sample: hellaswag, completionFn, sampleId, seed });

    const [call] = completionFn.calls;
    expect(call?.prompt).toMatch(/^\n[^\n]+\n\nHe opens\nA\) z\nB\) w\nC\) y\nD\) x$/);
    expect(call?.params).toEqual({ temperature: 0, max_tokens: 1 });
  });

  test("begins with the instructions", async () => {
    const completionFn = answering("C");

    await evaluateSample(MultipleChoice, {
      args: { ...args, instructions: "Choose." },
      sample: hellaswag,
      completionFn,
    });

    expect(completionFn.calls[0]?.prompt).toMatch(/^Choose\.\n[^\n]/);
  });
});

test("the letter of the right choice is expected", async () => {
  const { matches, report } = await evaluateSample(MultipleChoice, {
    args,
    sample: hellaswag,
    answers: ["C"],
    sampleId,
    seed,
  });

  expect(matches).toEqual([
    { correct: true, expected: "C", picked: "C", sampled: "C", options: ["C"] },
  ]);
  expect(report).toMatchObject({ accuracy: 1 });
});

test.each([
  ["hendrycks_test", { question: "Q", choices: ["a", "b"], answer: 1 }, "b"],
  ["a plain file", { question: "Q", choices: ["a", "b"], answer: "0", topic: "x" }, "a"],
])("rows of %s are read", async (_, sample, right) => {
  const completionFn = answering("?");

  const { matches } = await evaluateSample(MultipleChoice, { args, sample, completionFn });

  const prompt = String(completionFn.calls[0]?.prompt);
  expect(prompt).toContain(`${matches[0]?.expected}) ${right}`);
});

test.each([
  ["A and C look right...\n**ANSWER: C**\n", true, false],
  ["ANSWER: A\nNo, rather\nANSWER: C", true, false],
  ["C) y\nANSWER: B", false, true],
  ["C because of the verb", true, true],
])(
  "R65: a last line that is the answer counts: %j, %j, with parity %j",
  async (text, own, reference) => {
    const options = { args, sample: hellaswag, answers: [text], sampleId, seed };
    const ours = await evaluateSample(MultipleChoice, options);
    const theirs = await evaluateSample(MultipleChoice, { ...options, parity: true });

    expect(ours.matches[0]).toMatchObject({ correct: own, sampled: text });
    expect(theirs.matches[0]?.correct).toBe(reference);
  },
);

test.each([
  [{ ctx: "He", endings: ["a"], label: "" }, '"answer"'],
  [{ ctx: "He", endings: ["a", "b"], label: "2" }, "expected the index of a choice"],
  [
    { question: "Q", choices: "ab", answer: 0 },
    '"choices" is wrong: expected a list, found the string "ab"',
  ],
  [{ choices: ["a"], answer: 0 }, '"question" is missing: expected a string'],
])("the row %j is refused", async (sample, message) => {
  const evaluation = evaluateSample(MultipleChoice, { args, sample, answers: ["A"] });

  await expect(evaluation).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(message),
  });
});

test("its rows are those of the data set", async () => {
  const context = evalContext({ rows: { [args.dataset]: [hellaswag] } });

  const rows = await loadRows(new MultipleChoice({ ...args, instructions: "" }, context));

  expect(rows).toEqual([hellaswag]);
});
