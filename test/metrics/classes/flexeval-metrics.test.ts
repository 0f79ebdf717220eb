import { describe, expect, test } from "vitest";
import type { Score, ScoreInput } from "../../../src/core/metric.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { CharF1 } from "../../../src/metrics/classes/char-f1.ts";
import { FinishReasonCount } from "../../../src/metrics/classes/finish-reason-count.ts";
import { FlexevalExactMatch } from "../../../src/metrics/classes/flexeval-exact-match.ts";
import { OutputLengthStats } from "../../../src/metrics/classes/output-length-stats.ts";
import { RepetitionCount } from "../../../src/metrics/classes/repetition-count.ts";
import { SubstringMatch } from "../../../src/metrics/classes/substring-match.ts";
import { ToolCallCount } from "../../../src/metrics/classes/tool-call-count.ts";
import { type MetricClass, makeMetric, sampleContext, scoreInput } from "../../helpers/scoring.ts";
import { plainFigures } from "../routed/run-routed.ts";

interface Run {
  readonly scores: readonly Score[];
  readonly summary: Record<string, unknown>;
}

async function run(
  Class: MetricClass,
  inputs: readonly Partial<ScoreInput>[],
  args: object = {},
): Promise<Run> {
  const metric = makeMetric(Class, { args });
  const filled = inputs.map(scoreInput);
  await metric.prepare(listRows(filled, "rows.jsonl"));
  const scores: Score[] = [];
  for (const input of filled) scores.push(await metric.score(input, sampleContext()));
  return { scores, summary: plainFigures(metric.summarize(scores)) };
}

describe("ExactMatch of flexeval", () => {
  test("compares to the letter, with any of the references", async () => {
    const { scores, summary } = await run(FlexevalExactMatch, [
      { response: "ABC", references: ["x", "ABC"] },
      { response: "ABC ", references: ["ABC"] },
    ]);

    expect(scores.map(({ scores }) => scores)).toEqual([
      { exact_match: true },
      { exact_match: false },
    ]);
    expect(summary).toEqual({ exact_match: 0.5 });
  });

  test("sends answer and references through processors, under a key of its own", async () => {
    const { summary } = await run(
      FlexevalExactMatch,
      [{ response: "The answer: ABC", references: ["abc"] }],
      {
        metric_key: "relaxed",
        lm_output_processor: { class: "RegexExtractor", args: { pattern: ": (.*)" } },
        reference_processor: { class: "NoopNormalizer" },
      },
    );

    expect(summary).toEqual({ relaxed: 0 });
  });

  test("has means of categories, in the order of their names; a list counts in each", async () => {
    const { summary } = await run(
      FlexevalExactMatch,
      [
        { response: "a", references: ["a"], extra_info: { topic: "sport" } },
        { response: "b", references: ["x"], extra_info: { topic: ["art", "sport"] } },
        { response: "c", references: ["c"], extra_info: {} },
      ],
      { category_key: "topic" },
    );

    expect(Object.keys(summary)).toEqual(["exact_match", "exact_match/art", "exact_match/sport"]);
    expect(summary).toMatchObject({ "exact_match/art": 0, "exact_match/sport": 0.5 });
  });

  test("refuses a category that no row has before anything is scored", async () => {
    const inputs = [{ response: "a", references: ["a"], extra_info: { topic: "sport" } }];

    await expect(run(FlexevalExactMatch, inputs, { category_key: "topci" })).rejects.toThrow(
      'no row has the field "topci", which is the category_key',
    );
  });
});

describe("SubstringMatch", () => {
  const inputs = [
    { response: "a cat and a dog", references: ["cat", "mouse"] },
    { response: "a cat and a dog", references: ["cat", "dog"] },
  ];

  test.each([
    ["any", 1],
    ["all", 0.5],
  ])("in mode %s has a share of %d", async (mode, share) => {
    const { scores, summary } = await run(SubstringMatch, inputs, { mode });

    expect(summary).toEqual({ [`substring_match-${mode}`]: share });
    expect(scores[1]?.scores).toEqual({ substring_match: true });
  });
});

test("CharF1 takes the reference that is nearest", async () => {
  const { summary } = await run(CharF1, [{ response: "abcd", references: ["x", "abXd"] }]);

  expect(summary).toEqual({ char_f1: 0.75 });
});

test("OutputLengthStats counts code points", async () => {
  const { scores, summary } = await run(OutputLengthStats, [
    { response: "😀あ" },
    { response: "12345" },
    { response: "" },
  ]);

  expect(scores.map(({ scores }) => scores["output_length"])).toEqual([2, 5, 0]);
  expect(summary).toEqual({ avg_output_length: 7 / 3, max_output_length: 5, min_output_length: 0 });
});

test("OutputLengthStats reports nothing over nothing", async () => {
  expect((await run(OutputLengthStats, [])).summary).toEqual({});
});

test("FinishReasonCount has the share of each reason, and None where there is none", async () => {
  const ended = (finish_reason?: string) => ({ answer: { completions: [""], finish_reason } });
  const { scores, summary } = await run(FinishReasonCount, [
    ended("stop"),
    ended("length"),
    ended("stop"),
    {},
  ]);

  expect(scores[1]?.details).toEqual({ finish_reason: "length" });
  expect(summary).toEqual({
    "finish_reason_ratio-None": 0.25,
    "finish_reason_ratio-length": 0.25,
    "finish_reason_ratio-stop": 0.5,
  });
});

test("ToolCallCount tells whole calls from broken ones and from mere text", async () => {
  const calling = (...args: string[]) => ({
    answer: {
      completions: [""],
      tool_calls: args.map((text) => ({ function: { name: "search", arguments: text } })),
    },
  });
  const { summary } = await run(ToolCallCount, [
    calling('{"q": 1}'),
    calling('{"q": 1}', '{"q": '),
    calling(""),
    { answer: { completions: ["text"] } },
  ]);

  expect(summary).toEqual({
    "tool_call_validation_result_ratio-CompleteToolCall": 0.5,
    "tool_call_validation_result_ratio-InCompleteToolCall": 0.25,
    "tool_call_validation_result_ratio-TextOnly": 0.25,
  });
});

describe("RepetitionCount", () => {
  test("counts the piece that occurs most often", async () => {
    const hello = Array.from({ length: 10 }, () => "hello").join(" ");
    const { scores } = await run(RepetitionCount, [{ response: hello }], { count_threshold: 9 });

    expect(scores[0]?.scores).toEqual({ repetition_count: 9, is_repetition: true });
    expect(scores[0]?.details).toEqual({ most_repeated_pattern: "hello hell" });
  });

  test("reports the share of answers that repeat themselves", async () => {
    const { summary } = await run(RepetitionCount, [
      { response: "ab".repeat(50) },
      { response: "nothing twice here" },
      { response: "-".repeat(100) },
      { response: "" },
    ]);

    expect(summary).toEqual({ repetition_ratio: 0.25 });
  });
});
