import { expect, test } from "vitest";
import { ContextPrecision } from "../../../src/metrics/classes/context-precision.ts";
import { ContextRecall } from "../../../src/metrics/classes/context-recall.ts";
import { ContextRelevancy, sentenceShare } from "../../../src/metrics/classes/context-relevancy.ts";
import { answering } from "../../helpers/answering.ts";
import { scoreOne, shownTo } from "../../helpers/scoring.ts";
import { vectors } from "../../helpers/vectors.ts";

const INPUT = {
  query: "When does it leave?",
  response: "At nine.",
  references: ["It leaves at nine."],
  contexts: ["The ferry leaves at nine.", "Tickets are sold on board. Dogs travel free."],
};

function rowsOf<Row>(name: string): Row[] {
  return vectors<Row & { metric: string }>("judge-arithmetic").filter(
    ({ metric }) => metric === name,
  );
}

test.each([
  [[1, 1], 1, 1],
  [[1, 0], 0.5, 0.5],
  [[0, 0], 0, 0],
  [["0.5", "yes"], "1", 0.875],
])("relevancy: passages %j and sufficiency %j score %d", async (useful, sufficient, expected) => {
  const contexts = useful.map((mark, index) => ({ n: index + 1, useful: mark }));
  const judge = answering(JSON.stringify({ reason: "r", contexts, sufficient }));

  const score = await scoreOne(ContextRelevancy, { input: INPUT, context: { judge } });

  expect(score.scores).toEqual({ context_relevancy: expected });
  expect(score.reason).toBe("r");
  expect(judge.calls).toHaveLength(1);
});

test("R85: relevancy: fewer marks than passages are asked for once more, then there is no score", async () => {
  const judge = answering('{"reason": "r", "contexts": [{"n": 1, "useful": 1}], "sufficient": 1}');
  const context = { judge, judgeRetries: 1 };

  const { scores, details } = await scoreOne(ContextRelevancy, { input: INPUT, context });

  expect(scores).toEqual({ context_relevancy: null });
  expect(details).toMatchObject({ missing: "unreadable verdict", retries: 1 });
  expect(shownTo(judge, 1)).toContain("exactly one element for each n from 1 to 2");
});

test.each(
  rowsOf<{ relevant: number; total: number; expected: number }>("context_relevancy_sentences"),
)("relevancy: $relevant of $total sentences are $expected", ({ relevant, total, expected }) => {
  expect(sentenceShare(relevant, total)).toBe(expected);
});

test("relevancy by sentences: they are numbered over all passages, and the judge names numbers", async () => {
  const judge = answering('{"reason": "r", "needed": [1, "1"]}');
  const args = { method: "sentences" };

  const { scores, details } = await scoreOne(ContextRelevancy, {
    args,
    input: INPUT,
    context: { judge },
  });

  expect(scores["context_relevancy"]).toBeCloseTo(1 / 3, 12);
  expect(details).toEqual({ relevant: 1, total: 3 });
  expect(shownTo(judge)).toMatch(/ sentence 3\nDogs travel free\./);
});

test.each([[0], [4], [1.5]])("relevancy by sentences: there is no sentence %d", async (number) => {
  const judge = answering(JSON.stringify({ reason: "r", needed: [number] }));
  const args = { method: "sentences" };

  const { scores } = await scoreOne(ContextRelevancy, { args, input: INPUT, context: { judge } });

  expect(scores).toEqual({ context_relevancy: null });
});

test.each([
  [ContextRelevancy, { context_relevancy: 0 }],
  [ContextPrecision, { context_precision: 0 }],
  [ContextRecall, { context_recall: 0 }],
])(
  "R83: without contexts a metric of contexts is 0, and nobody is asked",
  async (Class, expected) => {
    const judge = answering("never");
    for (const contexts of [[], [""], [" ", "\n"]]) {
      const input = { ...INPUT, contexts };

      const { scores, reason } = await scoreOne(Class, { input, context: { judge } });

      expect(scores).toEqual(expected);
      expect(reason).toBe("there are no contexts");
    }
    expect(judge.calls).toEqual([]);
  },
);

test.each(rowsOf<{ verdicts: number[]; expected: number }>("context_precision"))(
  "precision: passages that are useful $verdicts score $expected",
  async ({ verdicts, expected }) => {
    const judge = answering(...verdicts.map((useful) => `{"reason": "r", "useful": ${useful}}`));
    const input = { ...INPUT, contexts: verdicts.map((_, index) => `Passage ${index}.`) };

    const { scores } = await scoreOne(ContextPrecision, { input, context: { judge } });

    expect(scores["context_precision"]).toBeCloseTo(expected, 8);
    expect(judge.calls).toHaveLength(verdicts.length);
  },
);

test.each([
  { against: "reference", references: ["It leaves at nine."], text: "It leaves at nine." },
  { against: "response", references: [], text: "At nine." },
])("precision: passages are held against the $against", async ({ against, references, text }) => {
  const judge = answering('{"reason": "r", "useful": 1}');
  const input = { ...INPUT, references };

  const { details } = await scoreOne(ContextPrecision, { input, context: { judge } });

  expect(details).toMatchObject({ against });
  expect(shownTo(judge)).toContain(`reference 1\n${text}\n`);
});

test("precision: with neither answer nor reference there is no score", async () => {
  const judge = answering("never");
  const input = { ...INPUT, response: "", references: [] };

  const { scores } = await scoreOne(ContextPrecision, { input, context: { judge } });

  expect(scores).toEqual({ context_precision: null });
});

test.each(rowsOf<{ attributed: number[]; expected: number | null }>("context_recall"))(
  "recall: sentences that are attributed $attributed score $expected",
  async ({ attributed, expected }) => {
    const judge = answering(recall(attributed));

    const { scores } = await scoreOne(ContextRecall, { input: INPUT, context: { judge } });

    expect(scores).toEqual({ context_recall: expected });
  },
);

test("recall: of several references the best counts", async () => {
  const judge = answering(recall([0]), recall([1, 1]), recall([]));
  const input = { ...INPUT, references: ["A.", "B.", "C."] };

  const { scores } = await scoreOne(ContextRecall, { input, context: { judge } });

  expect(scores).toEqual({ context_recall: 1 });
});

test("recall: an empty reference has no score", async () => {
  const judge = answering("never");
  const input = { ...INPUT, references: [""] };

  const { scores, details } = await scoreOne(ContextRecall, { input, context: { judge } });

  expect(scores).toEqual({ context_recall: null });
  expect(details).toEqual({ missing: "no reference" });
});

function recall(attributed: readonly number[]): string {
  const sentences = attributed.map((each) => ({ sentence: "S.", reason: "r", attributed: each }));
  return JSON.stringify({ sentences });
}
