import { expect, test } from "vitest";
import type { EventLog } from "../../src/core/event-log.ts";
import { bleuStatistics } from "../../src/metrics/bleu/percent.ts";
import { Translate } from "../../src/templates/translate.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";
import { vectors } from "../helpers/vectors.ts";

interface TranslateRow {
  readonly sampled: string;
  readonly ideal: string | string[];
  readonly score: number;
  readonly correct: boolean;
}

const input = "Translate: le chat";
const args = { max_tokens: 500, num_few_shot: 0, few_shot_random: false };

test.each(vectors<TranslateRow>("translate"))(
  "$sampled, ideal $ideal: $score",
  async ({ sampled, ideal, score, correct }) => {
    const { events, matches, metrics } = await evaluateSample(Translate, {
      sample: { input, ideal },
      answers: [sampled],
      parity: true,
    });

    const sacrebleu_sentence_score = expect.closeTo(score, 9);
    expect(events.map(({ type }) => type)).toEqual(["sampling", "metrics", "match"]);
    expect(metrics).toMatchObject([{ sacrebleu_sentence_score }]);
    expect(matches).toEqual([
      { correct, expected: ideal, picked: null, sampled, sacrebleu_sentence_score },
    ]);
  },
);

function logOf(pairs: readonly (readonly [string, string[]])[]): EventLog {
  return {
    matches: pairs.map((_, i) => ({ sampleId: `t.dev.${i}`, correct: i > 0 })),
    metrics: pairs.map(([text, references], i) => ({
      sampleId: `t.dev.${i}`,
      data: { bleu: bleuStatistics(text, references) },
    })),
    async *events() {},
  };
}

test("the report has accuracy and the BLEU of all samples together, which is not the mean", () => {
  const report = new Translate(args, evalContext()).summarize(
    logOf([
      ["the cat sat on the mat", ["the cat sat on the mat"]],
      ["hello world today ok", ["hello world now ok"]],
    ]),
  );

  expect(report).toMatchObject({
    accuracy: 0.5,
    sacrebleu_score: expect.closeTo(76.21991222319218, 9),
    "sacrebleu_score.stderr": expect.any(Number),
  });
});

test("several references per sample make a report, where openai/evals crashes at its end", () => {
  const report = new Translate(args, evalContext()).summarize(
    logOf([["the cat sat on the mat", ["a cat sat on a mat", "the cat sat on the mat"]]]),
  );

  expect(report).toMatchObject({ sacrebleu_score: expect.closeTo(100, 9) });
});

test("R59: without samples BLEU is null, not 0", () => {
  expect(new Translate(args, evalContext()).summarize(logOf([]))).toMatchObject({
    accuracy: null,
    sacrebleu_score: null,
    "sacrebleu_score.stderr": null,
  });
});

test.each([
  [{}, { max_tokens: 500 }],
  [
    { max_tokens: 9, temperature: 0 },
    { max_tokens: 9, temperature: 0 },
  ],
])("with the args %j the request has the options %j", async (given, params) => {
  const completionFn = answering("the cat");

  await evaluateSample(Translate, {
    args: given,
    sample: { input, ideal: "the cat" },
    completionFn,
  });

  expect(completionFn.calls[0]?.params).toEqual(params);
});

test("examples come before the last message", async () => {
  const example = [
    { role: "user", content: "le chien" },
    { role: "assistant", content: "the dog" },
  ];
  const question = { role: "user", content: "le chat" };
  const completionFn = answering("the cat");

  await evaluateSample(Translate, {
    args: { num_few_shot: 1, few_shot_jsonl: "f.jsonl" },
    rows: { "f.jsonl": [{ sample: example }] },
    sample: { input: [question], ideal: "the cat" },
    completionFn,
  });

  expect(completionFn.calls[0]?.prompt).toEqual([...example, question]);
});

test("a text input is refused with its place when there are examples", async () => {
  const context = evalContext({
    rows: {
      "s.jsonl": [{ input, ideal: "x" }],
      "f.jsonl": [{ sample: [{ role: "user", content: "" }] }],
    },
  });
  const few = { ...args, num_few_shot: 1, few_shot_jsonl: "f.jsonl", samples_jsonl: "s.jsonl" };

  await expect(loadRows(new Translate(few, context))).rejects.toMatchObject({
    name: "DataError",
    where: "s.jsonl:1",
  });
});

test("a row without a reference translation is refused", async () => {
  const evaluation = evaluateSample(Translate, { sample: { input, ideal: [] }, answers: ["x"] });

  await expect(evaluation).rejects.toThrow("at least one answer");
});
