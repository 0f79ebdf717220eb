import { expect, test } from "vitest";
import { Meteor } from "../../../src/metrics/classes/meteor.ts";
import { Rouge } from "../../../src/metrics/classes/rouge.ts";
import { makeMetric, scoreOne } from "../../helpers/scoring.ts";

const NIGHT = { response: "the night ferry", references: ["the ferry"] };

test("has LangStudio's keys, and those of other types when they are asked for", async () => {
  const usual = await scoreOne(Rouge, { input: NIGHT });
  const summary = await scoreOne(Rouge, { args: { types: ["rouge-lsum"] }, input: NIGHT });

  expect(Object.keys(usual.scores)).toEqual([
    ...["rouge-1-p", "rouge-1-r", "rouge-1-f"],
    ...["rouge-l-p", "rouge-l-r", "rouge-l-f"],
  ]);
  expect(usual.scores).toMatchObject({ "rouge-1-p": 2 / 3, "rouge-1-r": 1 });
  expect(Object.keys(summary.scores)).toEqual(["rouge-lsum-p", "rouge-lsum-r", "rouge-lsum-f"]);
});

test("each type takes the reference with the best F1", async () => {
  const references = ["ferry night the", "the night", "nothing"];

  const { scores } = await scoreOne(Rouge, { input: { response: "the night ferry", references } });

  expect(scores["rouge-1-f"]).toBe(1);
  expect(scores).toMatchObject({ "rouge-l-p": 2 / 3, "rouge-l-r": 1 });
});

test("an empty text scores 0", async () => {
  for (const [response, reference] of [
    ["", "ferry"],
    ["ferry", ""],
    ["", ""],
  ] as const) {
    const { scores } = await scoreOne(Rouge, { input: { response, references: [reference] } });
    expect(new Set(Object.values(scores))).toEqual(new Set([0]));
  }
});

test("metric_key names the scores, so that two of a kind stand side by side", async () => {
  const { scores } = await scoreOne(Rouge, { args: { metric_key: "stems" }, input: NIGHT });

  expect(Object.keys(scores)).toContain("stems-1-f");
});

test("the signature says which ROUGE it is", async () => {
  expect(makeMetric(Rouge).signature).toBe("tok=unicode|stem=no|v=1");
  expect(
    makeMetric(Rouge, { args: { tokenizer: "rouge_score", stemmer: "porter" } }).signature,
  ).toBe("tok=rouge_score|stem=porter|v=1");
  expect(makeMetric(Rouge, { args: { impl: "pltrdy" } }).signature).toBe("impl=pltrdy|v=1");
});

test("METEOR takes the best reference and says that it knows no synonyms", async () => {
  const { scores } = await scoreOne(Meteor, {
    input: { response: "purple kite", references: ["seven boats", "purple kites"] },
  });

  // Two words in one run: 1 − 0.5 / 2³.
  expect(scores).toEqual({ meteor: 0.9375 });
  expect(makeMetric(Meteor).signature).toContain("syn=none");
});
