import { expect, test } from "vitest";
import type { Score } from "../../../src/core/metric.ts";
import { Chrf } from "../../../src/metrics/classes/chrf.ts";
import { makeMetric, scoreOne } from "../../helpers/scoring.ts";

const INPUT = {
  response: "The harbour closes at ten.",
  references: ["The harbour closes at nine."],
};

test.each([
  [{}, "chrf", 0.783784591965],
  [{ word_order: 2 }, "chrf++", 0.767059008715],
  [{ word_order: 2, metric_key: "nearness" }, "nearness", 0.767059008715],
])("%j scores as %s", async (args, key, expected) => {
  const { scores } = await scoreOne(Chrf, { args, input: INPUT });

  expect(scores).toEqual({ [key]: expect.closeTo(expected, 9) });
});

test.each([
  ["", ["a"]],
  ["a", [""]],
  ["", [""]],
])("%j against %j scores 0", async (response, references) => {
  const { scores } = await scoreOne(Chrf, { input: { response, references } });

  expect(scores).toEqual({ chrf: 0 });
});

test("the report has the mean of the lines and the score of the corpus beside it", async () => {
  const inputs = [
    { response: "ab", references: ["abc"] },
    { response: "x", references: ["y"] },
  ];
  const scored: Score[] = [];
  for (const input of inputs) scored.push(await scoreOne(Chrf, { input }));

  // As a log gives them back.
  const report = makeMetric(Chrf).summarize(JSON.parse(JSON.stringify(scored)));

  // Of one character 2 of 3 and 2 of 4 are right, of two 1 of 1 and 1 of 2.
  const [precision, recall] = [(2 / 3 + 1) / 2, (2 / 4 + 1 / 2) / 2];
  expect(report).toMatchObject({
    chrf: expect.closeTo(0.636363636364 / 2, 9),
    "chrf.count": 2,
    corpus_chrf: expect.closeTo((5 * precision * recall) / (4 * precision + recall), 9),
  });
});

test("nothing scored, nothing reported; a line without counts, no score of the corpus", () => {
  const metric = makeMetric(Chrf, { args: { word_order: 2 } });

  expect(metric.summarize([])).toEqual({});
  expect(metric.summarize([{ scores: { "chrf++": 1 } }])).toMatchObject({
    "chrf++": 1,
    "corpus_chrf++": null,
  });
});

test("the signature names the orders", () => {
  const metric = makeMetric(Chrf, { args: { word_order: 2 } });

  expect(metric.signature).toBe("case=mixed|nc=6|nw=2|beta=2|space=no|v=1");
});
