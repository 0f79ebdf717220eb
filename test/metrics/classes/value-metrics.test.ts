import { expect, test } from "vitest";
import { listRows } from "../../../src/core/row-source.ts";
import { JsonEquality } from "../../../src/metrics/classes/json-equality.ts";
import { NumericDiff } from "../../../src/metrics/classes/numeric-diff.ts";
import { NumericMatch } from "../../../src/metrics/classes/numeric-match.ts";
import { makeMetric, scoreInput, scoreOne } from "../../helpers/scoring.ts";

const CLASSES = {
  "json-equality": JsonEquality,
  "numeric-diff": NumericDiff,
  "numeric-match": NumericMatch,
};
type Name = keyof typeof CLASSES;

interface Case {
  readonly args?: object;
  readonly response: string;
  readonly references: readonly string[];
}

test.each<[Name, Case, object]>([
  [
    "json-equality",
    { response: '{"b": 2, "a": 1.0}', references: ['{"a":1,"b":2}'] },
    { json_equality: true },
  ],
  ["json-equality", { response: "[1, 2]", references: ["[2, 1]"] }, { json_equality: false }],
  ["json-equality", { response: "[1]", references: ["{}", "[1]"] }, { json_equality: true }],
  ["json-equality", { response: "true", references: ["1"] }, { json_equality: false }],
  ["numeric-diff", { response: "3", references: ["1"] }, { numeric_diff: 0.5 }],
  ["numeric-diff", { response: "3", references: ["1", "3"] }, { numeric_diff: 1 }],
  [
    "numeric-diff",
    { args: { number: "last", metric_key: "near" }, response: "7 of 12", references: ["12"] },
    { near: 1 },
  ],
  ["numeric-match", { response: "1,250.50", references: ["1250.5"] }, { numeric_match: true }],
  [
    "numeric-match",
    { args: { rel_tol: 0.01 }, response: "99", references: ["100"] },
    { numeric_match: true },
  ],
  [
    "numeric-match",
    { args: { abs_tol: 0.5 }, response: "99", references: ["100"] },
    { numeric_match: false },
  ],
])("%s of %j is %j", async (name, { args = {}, ...input }, expected) => {
  expect((await scoreOne(CLASSES[name], { args, input })).scores).toEqual(expected);
});

test.each<[Name, string, string, object, string]>([
  ["json-equality", "Sure: {}", "{}", { json_equality: false }, "the answer is not JSON"],
  ["json-equality", "", "{}", { json_equality: false }, "the answer is not JSON"],
  ["numeric-diff", "many", "3", { numeric_diff: 0 }, "the answer is not a number"],
  ["numeric-match", "", "3", { numeric_match: false }, "the answer is not a number"],
  ["numeric-match", "3", "", { numeric_match: null }, "the reference is empty"],
])("%s of %j beside %j says why it is what it is", async (...row) => {
  const [name, response, reference, scores, reason] = row;

  const score = await scoreOne(CLASSES[name], { input: { response, references: [reference] } });

  expect(score).toEqual({ scores, reason });
});

test.each<[Name, string, string]>([
  ["json-equality", "{a: 1}", 'the reference "{a: 1}" is not JSON'],
  ["numeric-diff", "about 7", 'the reference "about 7" is not a number'],
])("%s refuses the reference %j before anything is asked, with its line", async (...row) => {
  const [name, reference, message] = row;
  const rows = listRows([scoreInput({ references: [reference] })], "rows.jsonl");

  await expect(makeMetric(CLASSES[name]).prepare(rows)).rejects.toMatchObject({
    message,
    where: "rows.jsonl:1",
    fix: expect.stringContaining("correct the row"),
  });
});

test("a tolerance below 0 is refused", () => {
  expect(() => makeMetric(NumericMatch, { args: { abs_tol: -1 } })).toThrow(/abs_tol/);
});

test("signatures name what numbers depend on", () => {
  const args = { number: "first", rel_tol: 0.01 };

  expect(makeMetric(NumericMatch, { args }).signature).toBe("number=first|abs=0|rel=0.01|v=1");
  expect(makeMetric(NumericDiff).signature).toBe("number=whole|v=1");
});
