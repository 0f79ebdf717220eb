import { expect, test } from "vitest";
import { listRows } from "../../../src/core/row-source.ts";
import { ContextPrecisionIds } from "../../../src/metrics/classes/context-precision-ids.ts";
import { ContextPrecisionText } from "../../../src/metrics/classes/context-precision-text.ts";
import { ContextRecallIds } from "../../../src/metrics/classes/context-recall-ids.ts";
import { ContextRecallText } from "../../../src/metrics/classes/context-recall-text.ts";
import { makeMetric, scoreInput, scoreOne } from "../../helpers/scoring.ts";

function ids(retrieved: unknown, reference: unknown) {
  return { extra_info: { retrieved_context_ids: retrieved, reference_context_ids: reference } };
}

test.each([
  [["a", "b"], ["a"], 1 / 2, 1],
  [[1, 2], ["1", "3", "4"], 1 / 2, 1 / 3],
  ['["a", 7]', "7", 1 / 2, 1],
  [[], ["a"], null, 0],
  [["a"], [], 0, null],
])("of %j beside %j the ids have a precision of %s and a recall of %s", async (...row) => {
  const [retrieved, reference, precision, recall] = row;
  const input = ids(retrieved, reference);

  const [one, other] = [
    await scoreOne(ContextPrecisionIds, { input }),
    await scoreOne(ContextRecallIds, { input }),
  ];

  expect(one.scores).toEqual({ context_precision_ids: precision });
  expect(other.scores).toEqual({ context_recall_ids: recall });
});

test("args name the fields that have the ids, and the score", async () => {
  const args = { retrieved_field: "found", reference_field: "gold", metric_key: "hit_rate" };
  const input = { extra_info: { found: ["a", "b"], gold: ["b"] } };

  const { scores } = await scoreOne(ContextRecallIds, { args, input });

  expect(scores).toEqual({ hit_rate: 1 });
});

test.each([
  [{}, 'the row has no "retrieved_context_ids", which "demo" needs'],
  [
    ids([{ id: 1 }], []).extra_info,
    '"retrieved_context_ids" is [{"id":1}], which is no list of ids',
  ],
  [ids(["a"], null).extra_info, '"reference_context_ids" is null, which is no list of ids'],
])("a row with %j is refused with its line", async (extra_info, message) => {
  const scored = scoreOne(ContextPrecisionIds, { input: { extra_info } });

  await expect(scored).rejects.toMatchObject({ message, where: "rows.jsonl:1" });
});

test("a field that a row lacks is found before anything is asked, with the arg that names it", async () => {
  const input = scoreInput({ extra_info: { retrieved_context_ids: ["a"] } });
  const metric = makeMetric(ContextRecallIds);

  await expect(metric.prepare(listRows([input], "rows.jsonl"))).rejects.toMatchObject({
    where: "rows.jsonl:1",
    fix: expect.stringContaining("reference_field"),
  });
});

test("texts are compared by their letters, and both lists of passages are needed", async () => {
  const input = { contexts: ["purple kite", "night ferry"], reference_contexts: ["night ferries"] };

  const precision = await scoreOne(ContextPrecisionText, { input });
  const recall = await scoreOne(ContextRecallText, { input });

  expect(precision.scores).toEqual({ context_precision_text: expect.closeTo(0.5, 9) });
  expect(recall.scores).toEqual({ context_recall_text: 1 });
  expect(makeMetric(ContextRecallText).fields).toEqual(["contexts", "reference_contexts"]);
});

test("signatures tell at which likeness a passage counts", () => {
  expect(makeMetric(ContextPrecisionText).signature).toBe("sim=levenshtein|hit=>=0.5|v=1");
  expect(makeMetric(ContextRecallText).signature).toBe("sim=levenshtein|hit=>0.5|v=1");
});
