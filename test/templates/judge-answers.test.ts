import { expect, test } from "vitest";
import { accuracyReport } from "../../src/core/report.ts";
import { FuzzyMatch } from "../../src/templates/fuzzy-match.ts";
import { Includes } from "../../src/templates/includes.ts";
import { Lambada } from "../../src/templates/lambada.ts";
import { Match } from "../../src/templates/match.ts";
import { MultipleChoice } from "../../src/templates/multiple-choice.ts";
import { Translate } from "../../src/templates/translate.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";

const sample = { input: "What is the capital of Peru?", ideal: "Lima" };

function severalAnswers(...completions: readonly string[]) {
  return answering({ completions });
}

test.each([
  ["first", ["Cusco", "Lima", "Lima"], false],
  ["first", ["Lima", "Cusco", "Cusco"], true],
  ["best", ["Cusco", "Cusco", "Lima"], true],
  ["best", ["Cusco", "Cusco", "Puno"], false],
  ["majority", ["Cusco", "Lima", "Lima"], true],
  ["majority", ["Lima", "Cusco", "Puno"], false],
  ["majority", ["Lima", "Cusco"], true],
  ["majority", ["Cusco", "Lima"], false],
])("R77: by %s, the answers %j are correct: %j", async (reducer, answers, correct) => {
  const { matches, report } = await evaluateSample(Match, {
    args: { n: answers.length, reducer },
    sample,
    completionFn: severalAnswers(...answers),
  });

  expect(matches).toMatchObject([{ correct, reducer, expected: "Lima" }]);
  expect(report).toMatchObject({ accuracy: Number(correct) });
});

test("R77: every answer is judged, and its verdict is kept with its index", async () => {
  const { matches, events } = await evaluateSample(Match, {
    args: { n: 3, reducer: "majority" },
    sample,
    completionFn: severalAnswers("Cusco", "Lima.", "Lima!"),
  });

  expect(events.map(({ type }) => type)).toEqual(["sampling", "match"]);
  expect(matches[0]).toMatchObject({
    picked: "Lima",
    sampled: "Lima.",
    verdicts: [
      { index: 0, correct: false, picked: null, sampled: "Cusco" },
      { index: 1, correct: true, picked: "Lima", sampled: "Lima." },
      { index: 2, correct: true, picked: "Lima", sampled: "Lima!" },
    ],
  });
});

test("the mean, which is the default, counts the share of right answers in the accuracy", async () => {
  const { matches, report } = await evaluateSample(Includes, {
    args: { n: 4 },
    sample,
    completionFn: severalAnswers("Lima", "It is Lima", "Cusco", "Lima?"),
  });

  expect(matches).toMatchObject([{ correct: true, correct_share: 0.75, reducer: "mean" }]);
  expect(report).toMatchObject({ accuracy: 0.75 });
});

test("what is measured is averaged as well", async () => {
  const { metrics } = await evaluateSample(FuzzyMatch, {
    args: { n: 2, reducer: "mean" },
    sample: { input: "Who?", ideal: "Ann Lee" },
    completionFn: severalAnswers("Ann Lee", "Bob Lee"),
  });

  expect(metrics).toEqual([{ accuracy: 0.5, f1_score: 0.75 }]);
});

test("the best of several translations is the one that scores highest", async () => {
  const reference = "The quick brown fox jumps over the lazy dog today";
  const { matches, metrics } = await evaluateSample(Translate, {
    args: { n: 3, reducer: "best" },
    sample: { input: "Translate.", ideal: reference },
    completionFn: severalAnswers("A fox", reference, reference.replace("today", "now")),
  });

  expect(matches).toMatchObject([{ correct: true, sampled: reference }]);
  expect(metrics).toMatchObject([{ sacrebleu_sentence_score: expect.closeTo(100, 9) }]);
});

test("the corpus score of averaged translations is that of all of them", async () => {
  const reference = "The quick brown fox jumps over the lazy dog";
  const { report } = await evaluateSample(Translate, {
    args: { n: 2, reducer: "mean" },
    sample: { input: "Translate.", ideal: reference },
    completionFn: severalAnswers(reference, reference),
  });

  expect(report).toMatchObject({ sacrebleu_score: expect.closeTo(100, 9) });
});

test("n reaches the call, over the template's options and under sampling_params", async () => {
  const completionFn = severalAnswers("Lima", "Lima", "Lima");

  await evaluateSample(Match, { args: { n: 3 }, sample, completionFn });
  await evaluateSample(Match, {
    args: { n: 3, sampling_params: { n: 2 } },
    sample,
    completionFn,
  });

  expect(completionFn.calls.map(({ params }) => params)).toEqual([
    { temperature: 0, n: 3 },
    { temperature: 0, n: 2 },
  ]);
});

test("R77: answers that nobody asked the eval for, but its function, are judged too", async () => {
  const { report } = await evaluateSample(Match, {
    sample,
    completionFn: severalAnswers("Lima", "Cusco"),
  });

  expect(report).toMatchObject({ accuracy: 0.5 });
});

test("R77: with parity the first of several answers alone is judged, unless a reducer is named", async () => {
  const several = { sample, completionFn: severalAnswers("Cusco", "Lima"), parity: true };
  const theirs = await evaluateSample(Match, { ...several, args: { n: 3 } });
  const ours = await evaluateSample(Match, { ...several, args: { n: 2, reducer: "best" } });

  expect(theirs.matches).toEqual([
    { correct: false, expected: "Lima", picked: null, sampled: "Cusco", options: ["Lima"] },
  ]);
  expect(ours.matches).toMatchObject([{ correct: true }]);
});

test("R77: fewer answers than asked for are an error of the sample", async () => {
  const { events, matches } = await evaluateSample(Match, {
    args: { n: 3 },
    sample,
    completionFn: severalAnswers("Lima", "Lima"),
  });

  expect(matches).toEqual([]);
  expect(events.at(-1)).toMatchObject({
    type: "error",
    data: { type: "CompletionError", message: "2 of 3 answers came (n: 3)" },
  });
});

test("one answer is recorded as ever", async () => {
  const args = { n: 1, reducer: "majority" };
  const { matches } = await evaluateSample(Match, { args, sample, answers: ["Lima"] });

  expect(matches).toEqual([
    { correct: true, expected: "Lima", picked: "Lima", sampled: "Lima", options: ["Lima"] },
  ]);
});

test.each([
  {
    name: "MultipleChoice",
    EvalClass: MultipleChoice,
    args: { dataset: "d" },
    row: { question: "Peru?", choices: ["Lima"], answer: 0 },
    right: "A",
  },
  {
    name: "Lambada",
    EvalClass: Lambada,
    args: { subset: "en" },
    row: { text: "She lives in Lima" },
    right: "Lima",
  },
])("$name judges each of several answers", async ({ EvalClass, args, row, right }) => {
  const { report } = await evaluateSample(EvalClass, {
    args: { ...args, n: 2 },
    sample: row,
    completionFn: severalAnswers(right, "none"),
  });

  expect(report).toMatchObject({ accuracy: 0.5 });
});

test("shares and plain verdicts are averaged together", () => {
  const report = accuracyReport({
    matches: [
      { sampleId: "a.b.0", correct: true, share: 0.5 },
      { sampleId: "a.b.1", correct: true },
    ],
    metrics: [],
    async *events() {},
  });

  expect(report["accuracy"]).toBe(0.75);
  expect(report["accuracy.stderr"]).toBeCloseTo(0.25, 12); // |1 − 0.5| / 2
});
