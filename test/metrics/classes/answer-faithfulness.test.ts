import { expect, test } from "vitest";
import { AnswerFaithfulness } from "../../../src/metrics/classes/answer-faithfulness.ts";
import { answering } from "../../helpers/answering.ts";
import { scoreOne, shownTo } from "../../helpers/scoring.ts";
import { vectors } from "../../helpers/vectors.ts";

const INPUT = {
  query: "When does the ferry leave?",
  response: "It leaves at nine. Dogs travel free.",
  contexts: ["The ferry leaves at nine.", "Tickets are sold on board."],
};

interface Arithmetic {
  readonly metric: string;
  readonly verdicts: readonly number[];
  readonly expected: number | null;
}

const rows = vectors<Arithmetic>("judge-arithmetic").filter(
  ({ metric }) => metric === "answer_faithfulness",
);

test.each(rows)("verdicts of $verdicts score $expected", async ({ verdicts, expected }) => {
  const judge = answering(statements(verdicts.length), verdictsOf(verdicts));

  const { scores } = await scoreOne(AnswerFaithfulness, { input: INPUT, context: { judge } });

  expect(scores).toEqual({ answer_faithfulness: expected });
});

test("the statements that a judge finds are judged by the passages, and both are kept", async () => {
  const judge = answering(
    '{"statements": ["The ferry leaves at nine.", "Dogs travel free.", " "]}',
    '{"verdicts": [{"n": 2, "reason": "No passage speaks of dogs.", "supported": 0}, {"n": 1, "reason": "Said in the first.", "supported": 1}]}',
  );

  const score = await scoreOne(AnswerFaithfulness, { input: INPUT, context: { judge } });

  expect(score).toEqual({
    scores: { answer_faithfulness: 0.5 },
    reason: "No passage speaks of dogs.",
    details: {
      statements: [
        { statement: "The ferry leaves at nine.", supported: 1, reason: "Said in the first." },
        { statement: "Dogs travel free.", supported: 0, reason: "No passage speaks of dogs." },
      ],
    },
  });
  expect(shownTo(judge)).toContain(INPUT.response);
  expect(shownTo(judge)).toContain(INPUT.query);
  const second = shownTo(judge, 1);
  for (const text of [...INPUT.contexts, "Dogs travel free."]) expect(second).toContain(text);
});

test.each([
  [40, [40]],
  [41, [20, 20, 1]],
])("%d statements are judged in batches of %j", async (count, sizes) => {
  const judge = answering(
    statements(count),
    ...sizes.map((size) => verdictsOf(Array.from({ length: size }, () => 1))),
  );

  const { scores } = await scoreOne(AnswerFaithfulness, { input: INPUT, context: { judge } });

  expect(scores).toEqual({ answer_faithfulness: 1 });
  expect(judge.calls).toHaveLength(1 + sizes.length);
});

test("R86: an answer that states nothing has no score, and details say why", async () => {
  const judge = answering('{"statements": []}');
  const input = { ...INPUT, response: "Hello!" };

  const score = await scoreOne(AnswerFaithfulness, { input, context: { judge } });

  expect(score).toEqual({
    scores: { answer_faithfulness: null },
    details: { missing: "no statements" },
  });
});

test("R86: a judge that replies in prose gives no score, and details have what it wrote", async () => {
  const judge = answering("It is all true.");

  const score = await scoreOne(AnswerFaithfulness, { input: INPUT, context: { judge } });

  expect(score).toEqual({
    scores: { answer_faithfulness: null },
    reason: "unreadable verdict: there is no JSON object in it",
    details: {
      missing: "unreadable verdict",
      step: "split",
      verdict: "It is all true.",
      complaint: "there is no JSON object in it",
      retries: 2,
      finish_reason: null,
    },
  });
});

test("R66: a verdict that was cut short is told as such", async () => {
  const judge = answering({ completions: ['{"statements": ["The'], finish_reason: "length" });

  const { details } = await scoreOne(AnswerFaithfulness, { input: INPUT, context: { judge } });

  expect(details).toMatchObject({ missing: "verdict cut short", finish_reason: "length" });
});

test.each([
  ["an empty answer", { response: " \n" }, null],
  ["no contexts", { contexts: [] }, 0],
  ["R83: an empty context", { contexts: [""] }, 0],
])("%s asks nobody", async (_, over, expected) => {
  const judge = answering("never");
  const input = { ...INPUT, ...over };

  const { scores } = await scoreOne(AnswerFaithfulness, { input, context: { judge } });

  expect(scores).toEqual({ answer_faithfulness: expected });
  expect(judge.calls).toEqual([]);
});

test.each([
  ["binary", "yes", 1],
  ["binary", 0, 0],
  ["scale", 0, 0],
  ["scale", 1, 0.5],
  ["scale", "2", 1],
])("method %s: a verdict of %j scores %d", async (method, supported, expected) => {
  const judge = answering(JSON.stringify({ reason: "So it is.", supported }));
  const scoring = { args: { method }, input: INPUT, context: { judge } };

  const score = await scoreOne(AnswerFaithfulness, scoring);

  expect(score).toEqual({ scores: { answer_faithfulness: expected }, reason: "So it is." });
  expect(judge.calls).toHaveLength(1);
});

test("a row without a question can be judged", async () => {
  const { query: _, ...input } = INPUT;
  const judge = answering(statements(1), verdictsOf([1]));

  const { scores } = await scoreOne(AnswerFaithfulness, { input, context: { judge } });

  expect(scores).toEqual({ answer_faithfulness: 1 });
});

function statements(count: number): string {
  const list = Array.from({ length: count }, (_, index) => `Statement ${index}.`);
  return JSON.stringify({ statements: list });
}

function verdictsOf(verdicts: readonly number[]): string {
  const list = verdicts.map((supported, index) => ({ n: index + 1, reason: "", supported }));
  return JSON.stringify({ verdicts: list });
}
