import { expect, test } from "vitest";
import { AnswerRelevancy } from "../../../src/metrics/classes/answer-relevancy.ts";
import { answering } from "../../helpers/answering.ts";
import { embedding, scoreOne } from "../../helpers/scoring.ts";
import { vectors } from "../../helpers/vectors.ts";

const INPUT = { query: "When does it leave?", response: "At nine." };

interface Generated {
  readonly question: string;
  readonly vector: readonly number[];
  readonly noncommittal: number;
}

interface Arithmetic {
  readonly metric: string;
  readonly question_vector: readonly number[];
  readonly generated: readonly Generated[];
  readonly expected: number | null;
}

const rows = vectors<Arithmetic>("judge-arithmetic")
  .filter(({ metric }) => metric === "answer_relevancy")
  .map((row, index) => ({ ...row, index }));

test.each(rows)("ragas: row $index of the vectors scores $expected", async (row) => {
  // The same question may come with two vectors, and an embedding model has one for each text.
  const made = row.generated.map((each, index) => {
    return { ...each, question: each.question && `${each.question} ${index}` };
  });
  const judge = answering(...made.map(({ vector: _, ...answer }) => JSON.stringify(answer)));
  const embed = embedding({
    [INPUT.query]: row.question_vector,
    ...Object.fromEntries(made.map(({ question, vector }) => [question, vector])),
  });

  const { scores } = await scoreOne(AnswerRelevancy, {
    args: { method: "ragas", strictness: made.length },
    input: INPUT,
    context: { judge, embedding: embed },
  });

  if (row.expected === null) expect(scores).toEqual({ answer_relevancy: null });
  else expect(scores["answer_relevancy"]).toBeCloseTo(row.expected, 9);
});

test("ragas: an opposite question scores 0, and details have the cosine as it is", async () => {
  const judge = answering('{"question": "Why not?", "noncommittal": 0}');
  const embed = embedding({ [INPUT.query]: [1, 0], "Why not?": [-1, 0] });
  const args = { method: "ragas", strictness: 1 };

  const { scores, details } = await scoreOne(AnswerRelevancy, {
    args,
    input: INPUT,
    context: { judge, embedding: embed },
  });

  expect(scores).toEqual({ answer_relevancy: 0 });
  expect(details).toMatchObject({ cosine: -1, cosines: [-1] });
});

test("ragas: each question is asked for by itself, and not at a temperature of 0", async () => {
  const judge = answering('{"question": "When?", "noncommittal": 0}');
  const embed = embedding({ [INPUT.query]: [1, 0], "When?": [1, 0] });

  await scoreOne(AnswerRelevancy, {
    args: { method: "ragas" },
    input: INPUT,
    context: { judge, embedding: embed },
  });

  expect(judge.calls).toHaveLength(3);
  for (const { params } of judge.calls) expect(params["temperature"]).toBeGreaterThan(0);
  expect(embed.requests).toEqual([[INPUT.query, "When?"]]);
});

test("ragas: an evasive answer scores 0 without embeddings", async () => {
  const judge = answering('{"question": "When?", "noncommittal": "yes"}');
  const embed = embedding({});

  const { scores } = await scoreOne(AnswerRelevancy, {
    args: { method: "ragas" },
    input: INPUT,
    context: { judge, embedding: embed },
  });

  expect(scores).toEqual({ answer_relevancy: 0 });
  expect(embed.requests).toEqual([]);
});

test("ragas needs embeddings, and says how they are named", async () => {
  const scoring = { args: { method: "ragas" }, context: { name: "mine", judge: answering() } };

  await expect(scoreOne(AnswerRelevancy, scoring)).rejects.toThrow(
    '"mine" needs embeddings, and no model for them is named',
  );
});

test.each([
  [{ subject: 1, asked: 1, focus: 1, evasive: false }, 1],
  [{ subject: 1, asked: 0.5, focus: 0, evasive: "no" }, 0.5],
  [{ subject: "0.5", asked: "0.5", focus: "yes", evasive: 0 }, 2 / 3],
  [{ subject: 1, asked: 1, focus: 1, evasive: true }, 0],
])("marks of %j are a score of %d", async (marks, expected) => {
  const judge = answering(JSON.stringify({ reason: "r", ...marks }));

  const { scores, reason } = await scoreOne(AnswerRelevancy, { input: INPUT, context: { judge } });

  expect(scores["answer_relevancy"]).toBeCloseTo(expected, 12);
  expect(reason).toBe("r");
  expect(judge.calls).toHaveLength(1);
  expect(judge.calls[0]?.params["temperature"]).toBe(0);
});

test("a mark between those that there are is a failure", async () => {
  const judge = answering('{"subject": 0.7, "asked": 1, "focus": 1, "evasive": false}');

  const { scores, details } = await scoreOne(AnswerRelevancy, { input: INPUT, context: { judge } });

  expect(scores).toEqual({ answer_relevancy: null });
  expect(details).toMatchObject({ missing: "unreadable verdict", retries: 2 });
});

test.each(["rubric", "ragas"])(
  "%s: an empty answer scores 0, and nobody is asked",
  async (method) => {
    const judge = answering("never");
    const embed = embedding({});
    const input = { ...INPUT, response: "" };
    const context = { judge, embedding: embed };

    const { scores } = await scoreOne(AnswerRelevancy, { args: { method }, input, context });

    expect(scores).toEqual({ answer_relevancy: 0 });
    expect(judge.calls).toEqual([]);
  },
);
