import { expect, test } from "vitest";
import { RubricJudge } from "../../../src/metrics/classes/rubric-judge.ts";
import { answering } from "../../helpers/answering.ts";
import { makeMetric, metricContext, scoreOne, shownTo } from "../../helpers/scoring.ts";

const PROMPT = 'How kind is {response}? Reply {{"reason": "…", "score": 3}}.';
const INPUT = { query: "Hello?", response: "Hi!", contexts: ["c"], references: ["r"] };

test("a mark of the judge is the score, under the key of the args", async () => {
  const judge = answering('{"reason": "It greets.", "score": "4"}');
  const args = { prompt: PROMPT, metric_key: "kindness" };

  const score = await scoreOne(RubricJudge, { args, input: INPUT, context: { judge } });

  expect(score).toEqual({ scores: { kindness: 4 }, reason: "It greets." });
  expect(shownTo(judge)).toBe('How kind is Hi!? Reply {"reason": "…", "score": 3}.');
});

test.each([
  ['{"score": 6}', null],
  ['{"score": 2.5}', null],
  ['{"score": 0}', null],
  ['{"score": 1}', 1],
])("of marks from 1 to 5, %s is %j", async (text, expected) => {
  const args = { prompt: PROMPT, metric_key: "kindness" };
  const context = { judge: answering(text), judgeRetries: 0 };

  const { scores } = await scoreOne(RubricJudge, { args, input: INPUT, context });

  expect(scores).toEqual({ kindness: expected });
});

test("the scale can be another", async () => {
  const args = { prompt: PROMPT, metric_key: "kindness", scale: [0, 1], step: 0.25 };
  const context = { judge: answering('{"score": 0.75}') };

  const { scores } = await scoreOne(RubricJudge, { args, input: INPUT, context });

  expect(scores).toEqual({ kindness: 0.75 });
});

test("it needs the fields that its prompt names", () => {
  const prompt = "{boundary} {query} {contexts} {references}";

  const metric = makeMetric(RubricJudge, { args: { prompt } });

  expect(metric.fields).toEqual(["query", "references", "contexts"]);
});

test.each([
  ["an empty answer", { response: " " }],
  ["no contexts", { contexts: [] }],
  ["empty contexts", { contexts: [""] }],
])("%s gets the lowest mark, and nobody is asked", async (_, over) => {
  const judge = answering("never");
  const args = { prompt: "{response} {contexts}", metric_key: "kindness" };
  const input = { ...INPUT, ...over };

  const { scores } = await scoreOne(RubricJudge, { args, input, context: { judge } });

  expect(scores).toEqual({ kindness: 1 });
  expect(judge.calls).toEqual([]);
});

test("a prompt that names what no answer has is refused", () => {
  const make = () => {
    return new RubricJudge(RubricJudge.Args.parse({ prompt: "{answer}" }), metricContext());
  };

  expect(make).toThrow('the prompt of "demo" names {answer}, which no answer has');
});

test("its signature has the version of the prompt, or what tells the prompt from others", () => {
  const context = { judge: answering(), judgeName: "gpt-4o-mini" };
  const signatureOf = (args: object) => makeMetric(RubricJudge, { args, context }).signature;

  expect(signatureOf({ prompt: PROMPT, version: 3 })).toBe(
    "method=rubric|prompt=3|judge=gpt-4o-mini|n=1",
  );
  expect(signatureOf({ prompt: PROMPT, version: 3, scale: [0, 1], step: 0.5 })).toBe(
    "method=rubric|prompt=3|judge=gpt-4o-mini|n=1|scale=0-1|step=0.5",
  );
  const own = signatureOf({ prompt: PROMPT });
  expect(own).toMatch(/^method=rubric\|prompt=own:[0-9a-f]{8}\|/);
  expect(signatureOf({ prompt: `${PROMPT}!` })).not.toBe(own);
});

test("a scale upside down is refused", () => {
  expect(RubricJudge.Args.safeParse({ prompt: PROMPT, scale: [5, 1] }).success).toBe(false);
});
