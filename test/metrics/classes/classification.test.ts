import { expect, test } from "vitest";
import type { Score } from "../../../src/core/metric.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { Classification } from "../../../src/metrics/classes/classification.ts";
import { makeMetric, scoreInput, scoreOne } from "../../helpers/scoring.ts";

type Pair = readonly [response: string, ...references: string[]];

async function report(pairs: readonly Pair[], args: object = {}) {
  const scores: Score[] = [];
  for (const [response, ...references] of pairs) {
    scores.push(await scoreOne(Classification, { args, input: { response, references } }));
  }
  // As a log gives them back.
  return makeMetric(Classification, { args }).summarize(JSON.parse(JSON.stringify(scores)));
}

/** Of five yes three are found, of three no one. */
const PAIRS: readonly Pair[] = [
  ["yes", "yes"],
  ["yes", "yes"],
  ["yes ", "yes"],
  ["no", "yes"],
  ["maybe", "yes"],
  ["no", "no"],
  ["yes", "no"],
  ["yes", "no"],
];

test("the report has accuracy, figures of each label and of all, and the confusion matrix", async () => {
  const figures = await report(PAIRS);

  const [precisionNo, recallNo, precisionYes, recallYes] = [1 / 2, 1 / 3, 3 / 5, 3 / 5];
  const f1 = (p: number, r: number) => (2 * p * r) / (p + r);
  // s = 8, c = 4; expected 3 and 5; picked 2, 5 and 1 that is no label.
  const matthews = (32 - (6 + 25)) / Math.sqrt((64 - 34) * (64 - 30));
  expect(figures).toMatchObject({
    "classification-accuracy": 0.5,
    "classification-accuracy.count": 8,
    "classification-precision/no": precisionNo,
    "classification-recall/no": expect.closeTo(recallNo, 12),
    "classification-f1/no": expect.closeTo(f1(precisionNo, recallNo), 12),
    "classification-precision/yes": precisionYes,
    "classification-recall/yes": recallYes,
    "classification-f1/yes": expect.closeTo(0.6, 12),
    "classification-macro-precision": expect.closeTo((precisionNo + precisionYes) / 2, 12),
    "classification-macro-recall": expect.closeTo((recallNo + recallYes) / 2, 12),
    "classification-macro-f1": expect.closeTo((f1(1 / 2, 1 / 3) + 0.6) / 2, 12),
    "classification-matthews": expect.closeTo(matthews, 12),
    "classification-confusion": {
      labels: ["no", "yes"],
      counts: [
        [1, 2, 0],
        [1, 3, 1],
      ],
    },
  });
});

test("labels are in the order of the args, with those that no row expects; beta names the F", async () => {
  const args = { labels: ["yes", "no", "maybe"], beta: 2, metric_key: "mood" };

  const figures = await report(PAIRS, args);

  expect(figures).toMatchObject({
    "mood-accuracy": 0.5,
    "mood-f2/no": expect.closeTo((5 * (1 / 2) * (1 / 3)) / (4 * (1 / 2) + 1 / 3), 12),
    "mood-recall/maybe": null,
    "mood-macro-recall": null,
    "mood-confusion": {
      labels: ["yes", "no", "maybe"],
      counts: [
        [3, 1, 1, 0],
        [2, 1, 0, 0],
        [0, 0, 0, 0],
      ],
    },
  });
});

test("of several references any is right; a wrong answer counts against the first", async () => {
  const figures = await report([
    ["b", "a", "b"],
    ["c", "a", "b"],
  ]);

  expect(figures["classification-confusion"]).toEqual({
    labels: ["a", "b"],
    counts: [
      [0, 0, 1],
      [0, 1, 0],
    ],
  });
});

test("labels may be compared without case and punctuation", async () => {
  const args = { ignore_case: true, ignore_punctuation: true, labels: ["Yes", "No"] };

  const figures = await report([["YES.", "yes"]], args);

  expect(figures).toMatchObject({ "classification-accuracy": 1, "classification-recall/yes": 1 });
});

test("an answer that could not be scored is missing and in no matrix; nothing, no report", () => {
  const metric = makeMetric(Classification);

  expect(metric.summarize([{ scores: { "classification-accuracy": null } }])).toMatchObject({
    "classification-accuracy": null,
    "classification-accuracy.missing": 1,
    "classification-confusion": { labels: [], counts: [] },
  });
  expect(metric.summarize([])).toEqual({});
});

test("a reference that is none of the labels is refused before anything is asked", async () => {
  const rows = listRows([scoreInput({ references: ["Yes"] })], "rows.jsonl");
  const metric = makeMetric(Classification, { args: { labels: ["yes", "no"] } });

  await expect(metric.prepare(rows)).rejects.toMatchObject({
    message: 'the reference "Yes" is none of the labels',
    where: "rows.jsonl:1",
    fix: 'correct the row, or add it to labels: ["yes","no"]',
  });
});
