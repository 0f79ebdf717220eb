import { expect, test } from "vitest";
import { AnswerCorrectness } from "../../../src/metrics/classes/answer-correctness.ts";
import { answering } from "../../helpers/answering.ts";
import { embedding, scoreOne, shownTo } from "../../helpers/scoring.ts";
import { vectors } from "../../helpers/vectors.ts";

const INPUT = {
  query: "When does it leave?",
  response: "At nine.",
  references: ["It leaves at nine from pier two."],
};

interface Counts {
  readonly metric: string;
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly expected: number;
}

interface Blend {
  readonly metric: string;
  readonly f1: number;
  readonly similarity: number;
  readonly weights: readonly [number, number];
  readonly expected_0_1: number;
  readonly expected_1_5: number;
}

/** Neither side can be empty here: then nothing is compared. */
const counts = vectors<Counts>("judge-arithmetic").filter(
  ({ metric, tp, fp, fn }) => metric === "answer_correctness_f1" && tp + fp > 0 && tp + fn > 0,
);

test.each(counts)("tp $tp, fp $fp, fn $fn have an F1 of $expected", async (row) => {
  const judge = answering(...comparison(row));

  const { scores, details } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements" },
    input: INPUT,
    context: { judge },
  });

  expect(scores["answer_correctness_f1"]).toBeCloseTo(row.expected, 9);
  expect(scores["answer_correctness"]).toBeCloseTo(1 + 4 * row.expected, 9);
  expect(details).toMatchObject({ tp: row.tp, fp: row.fp, fn: row.fn });
});

const blends = vectors<Blend>("judge-arithmetic").filter(
  ({ metric }) => metric === "answer_correctness_blend",
);
const COUNTS_OF_F1: Readonly<Record<string, { tp: number; fp: number; fn: number }>> = {
  "0": { tp: 0, fp: 1, fn: 1 },
  "1": { tp: 1, fp: 0, fn: 0 },
  "0.666666666667": { tp: 3, fp: 1, fn: 2 },
};

test.each(blends)("an F1 of $f1 and a similarity of $similarity blend", async (row) => {
  const judge = answering(...comparison(COUNTS_OF_F1[String(row.f1)] ?? { tp: 0, fp: 0, fn: 0 }));
  const embed = embedding({
    [INPUT.response]: [1, 0],
    [String(INPUT.references[0])]: [row.similarity, Math.sqrt(1 - row.similarity ** 2)],
  });

  const { scores } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements", similarity_weight: row.weights[1] },
    input: INPUT,
    context: { judge, embedding: embed },
  });

  expect(scores["answer_correctness_f1"]).toBeCloseTo(row.expected_0_1, 9);
  expect(scores["answer_correctness"]).toBeCloseTo(row.expected_1_5, 9);
});

test("beta weighs what is missing", async () => {
  const judge = answering(...comparison({ tp: 1, fp: 0, fn: 1 }));

  const { scores } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements", beta: 2 },
    input: INPUT,
    context: { judge },
  });

  // P = 1, R = 0.5: 5 · 0.5 / (4 + 0.5)
  expect(scores["answer_correctness_f1"]).toBeCloseTo(2.5 / 4.5, 12);
});

test.each([
  { what: "neither states anything", own: 0, theirs: 0, expected: 1 },
  { what: "only the reference states something", own: 0, theirs: 2, expected: 0 },
  { what: "only the answer states something", own: 2, theirs: 0, expected: 0 },
])("where $what nothing is compared", async ({ own, theirs, expected }) => {
  const judge = answering(statements(own), statements(theirs), "never");

  const { scores } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements" },
    input: INPUT,
    context: { judge },
  });

  expect(scores).toEqual({
    answer_correctness: 1 + 4 * expected,
    answer_correctness_f1: expected,
  });
  expect(judge.calls).toHaveLength(2);
});

test("of several references the one that fits best counts", async () => {
  const [split = "", ...first] = comparison({ tp: 0, fp: 1, fn: 1 });
  const judge = answering(split, ...first, ...comparison({ tp: 1, fp: 0, fn: 0 }).slice(1));

  const { scores } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements" },
    input: { ...INPUT, references: ["At ten.", "At nine."] },
    context: { judge },
  });

  expect(scores["answer_correctness"]).toBe(5);
});

test("statements that cannot be compared leave both scores out", async () => {
  const { scores } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements" },
    input: INPUT,
    context: { judge: answering("no") },
  });

  expect(scores).toEqual({ answer_correctness: null, answer_correctness_f1: null });
});

test.each([
  [5, 5],
  [3.5, 3.5],
  ["4.0", 4],
  [1, 1],
  [0, null],
  [5.5, null],
  [3.2, null],
])("a mark of %j is a score of %j", async (mark, expected) => {
  const judge = answering(JSON.stringify({ reason: "r", score: mark }));

  const { scores } = await scoreOne(AnswerCorrectness, { input: INPUT, context: { judge } });

  expect(scores).toEqual({ answer_correctness: expected });
});

test("without a reference the judge is told so, and details say it", async () => {
  const judge = answering('{"reason": "r", "score": 4}');
  const input = { ...INPUT, references: [""] };

  const score = await scoreOne(AnswerCorrectness, { input, context: { judge } });

  expect(score).toEqual({
    scores: { answer_correctness: 4 },
    reason: "r",
    details: { reference: "none" },
  });
  expect(shownTo(judge)).toContain("references\n(none)");
});

test("several references are shown with their numbers", async () => {
  const judge = answering('{"reason": "r", "score": 4}');
  const input = { ...INPUT, references: ["At nine.", "At 9."] };

  await scoreOne(AnswerCorrectness, { input, context: { judge } });

  expect(shownTo(judge)).toMatch(/ reference 1\nAt nine\.\n.* reference 2\nAt 9\./);
});

test.each([
  ["rubric", { answer_correctness: 1 }],
  ["statements", { answer_correctness: 1, answer_correctness_f1: 0 }],
])("%s: an empty answer gets the lowest mark, and nobody is asked", async (method, expected) => {
  const judge = answering("never");
  const input = { ...INPUT, response: "" };

  const { scores } = await scoreOne(AnswerCorrectness, {
    args: { method },
    input,
    context: { judge },
  });

  expect(scores).toEqual(expected);
  expect(judge.calls).toEqual([]);
});

test("statements: an empty reference leaves nothing to compare with", async () => {
  const judge = answering("never");

  const { scores, details } = await scoreOne(AnswerCorrectness, {
    args: { method: "statements" },
    input: { ...INPUT, references: [" "] },
    context: { judge },
  });

  expect(scores).toEqual({ answer_correctness: null, answer_correctness_f1: null });
  expect(details).toEqual({ missing: "no reference" });
});

function comparison({ tp, fp, fn }: { tp: number; fp: number; fn: number }): string[] {
  const own = Array.from({ length: tp + fp }, (_, i) => ({ n: i + 1, supported: i < tp ? 1 : 0 }));
  const theirs = Array.from({ length: tp + fn }, (_, i) => ({ n: i + 1, covered: i < tp ? 1 : 0 }));
  const verdicts = JSON.stringify({ answer: own, reference: theirs });
  return [statements(own.length), statements(theirs.length), verdicts];
}

function statements(count: number): string {
  const list = Array.from({ length: count }, (_, index) => `Statement ${index}.`);
  return JSON.stringify({ statements: list });
}
