import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listRows } from "../../../src/core/row-source.ts";
import { ExactMatch } from "../../../src/metrics/classes/exact-match.ts";
import { JsonDiff } from "../../../src/metrics/classes/json-diff.ts";
import { Length } from "../../../src/metrics/classes/length.ts";
import { Levenshtein } from "../../../src/metrics/classes/levenshtein.ts";
import { RegexMatch } from "../../../src/metrics/classes/regex-match.ts";
import { TokenF1 } from "../../../src/metrics/classes/token-f1.ts";
import {
  type MetricClass,
  makeMetric,
  sampleContext,
  scoreInput,
  scoreOne,
} from "../../helpers/scoring.ts";

const CLASSES = {
  "exact-match": ExactMatch,
  "json-diff": JsonDiff,
  levenshtein: Levenshtein,
  "regex-match": RegexMatch,
  "token-f1": TokenF1,
};
type Name = keyof typeof CLASSES;

interface Case {
  readonly args?: object;
  readonly response: string;
  readonly references?: readonly string[];
}

async function scoresOf(Class: MetricClass, { args = {}, ...input }: Case) {
  return (await scoreOne(Class, { args, input })).scores;
}

test.each<[Name, string, readonly unknown[]]>([
  ["exact-match", "exact_match_score", [false, false, true]],
  ["token-f1", "f1", [0, 0, 1]],
  ["levenshtein", "levenshtein", [0, 0, 1]],
])("%s of an empty answer, an empty reference, and both", async (name, key, expected) => {
  const pairs = [
    ["", "harbour"],
    ["harbour", ""],
    ["", ""],
  ] as const;
  const scores: unknown[] = [];
  for (const [response, reference] of pairs) {
    scores.push((await scoresOf(CLASSES[name], { response, references: [reference] }))[key]);
  }

  expect(scores).toEqual(expected);
});

test.each<[Name, Case, unknown]>([
  ["exact-match", { response: "b", references: ["a", "b"] }, { exact_match_score: true }],
  ["token-f1", { response: "the port", references: ["kite", "port"] }, { f1: 1 }],
  ["levenshtein", { response: "flaw", references: ["lawn", "flow"] }, { levenshtein: 0.75 }],
  [
    "json-diff",
    { response: "[1, 2]", references: ["[2, 1]", "[1]"] },
    { json_diff: expect.closeTo(2 / 3, 12) },
  ],
  ["regex-match", { response: "b7", references: ["^a", "\\d$"] }, { regex_match: true }],
])("the best of several references counts: %s", async (name, input, expected) => {
  expect(await scoresOf(CLASSES[name], input)).toEqual(expected);
});

test.each<[Name, object]>([
  ["exact-match", { exact: true }],
  ["token-f1", { exact: 1 }],
  ["levenshtein", { exact: 1 }],
  ["json-diff", { exact: 1 }],
])("metric_key names the score: %s", async (name, expected) => {
  const args = { metric_key: "exact" };

  expect(await scoresOf(CLASSES[name], { args, response: "a", references: ["a"] })).toEqual(
    expected,
  );
});

test.each([
  [{ strict: true, ignore_case: true }, /it does not go with strict/],
  [{ normalize: "squad", ignore_punctuation: true }, /normalize: squad does it anyway/],
])("exact-match refuses %j, of which a part changes nothing", (args, message) => {
  expect(() => makeMetric(ExactMatch, { args })).toThrow(message);
});

test.each<[Name, object, string]>([
  ["exact-match", {}, "trim=yes|case=mixed|punct=yes|unicode=no|v=1"],
  [
    "exact-match",
    { ignore_case: true, unicode: "NFKC" },
    "trim=yes|case=lc|punct=yes|unicode=NFKC|v=1",
  ],
  ["exact-match", { strict: true }, "strict=yes|v=1"],
  ["exact-match", { normalize: "squad" }, "norm=squad|unicode=no|v=1"],
  ["token-f1", {}, "norm=squad|tok=whitespace|v=1"],
  ["token-f1", { tokenizer: "unicode" }, "norm=squad|tok=unicode|v=1"],
  ["json-diff", { unordered_arrays: true }, "arrays=unordered|text=levenshtein|bool=equal|v=1"],
  ["regex-match", { pattern: "^a|b" }, 'pattern="^a|b"|engine=auto|v=1'],
  ["regex-match", {}, "pattern=reference|engine=auto|v=1"],
])("%s with %j has its signature", (name, args, signature) => {
  expect(makeMetric(CLASSES[name], { args }).signature).toBe(signature);
});

describe("regex-match", () => {
  test.each([
    ["(?i)paris", "In PARIS.", true],
    ["^paris$", "In Paris.", false],
    ["a+", "", false],
  ])("%j in %j: %j", async (pattern, response, expected) => {
    expect(await scoresOf(RegexMatch, { args: { pattern }, response })).toEqual({
      regex_match: expected,
    });
  });

  test("needs no reference where args have the pattern", () => {
    expect(makeMetric(RegexMatch, { args: { pattern: "a" } }).fields).toEqual(["response"]);
    expect(makeMetric(RegexMatch).fields).toEqual(["response", "references"]);
  });

  test("an empty reference, which every text has in it, is no pattern", async () => {
    const scores = await scoresOf(RegexMatch, { response: "a", references: [""] });

    expect(scores).toEqual({ regex_match: null });
  });

  test("refuses a pattern that is none when it is made", () => {
    expect(() => makeMetric(RegexMatch, { args: { pattern: "(" } })).toThrow(/"\("/);
  });

  test("refuses a reference that is no pattern before anything is asked, with its line", async () => {
    const rows = listRows([scoreInput({ references: ["("] })], "rows.jsonl");

    await expect(makeMetric(RegexMatch).prepare(rows)).rejects.toMatchObject({
      message: expect.stringMatching(/^the reference is no pattern: .*"\("/),
      where: "rows.jsonl:1",
    });
  });

  test("tells once of a reference that is not searched in linear time, and not at each answer", async () => {
    const warnings: string[] = [];
    const metric = makeMetric(RegexMatch, {
      context: { warn: (message) => warnings.push(message) },
    });
    const input = scoreInput({ response: "aa", references: ["(a)\\1"] });

    await metric.prepare(listRows([input, input], "rows.jsonl"));
    const { scores } = await metric.score(input, sampleContext());

    expect(scores).toEqual({ regex_match: true });
    expect(warnings).toHaveLength(1);
  });

  test("tells of a pattern that is not searched in linear time", async () => {
    const warnings: string[] = [];
    const context = { warn: (message: string) => warnings.push(message) };
    makeMetric(RegexMatch, { args: { pattern: "(a)\\1" }, context });

    expect(warnings).toEqual([expect.stringContaining("is not searched in linear time")]);
  });
});

test.each([
  ["", 0, 0],
  ["don't panic", 11, 2],
  ["😀 𠮷野家", 5, 1],
  ["华山以险峻著称", 7, 4],
])("length of %j is %d characters and %d words", async (response, characters, words) => {
  const scores = await scoresOf(Length, { response });

  expect(scores["length-characters"]).toBe(characters);
  if (response.startsWith("😀")) expect(scores["length-words"]).toBeGreaterThan(0);
  else expect(scores["length-words"]).toBe(words);
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom("a", " ", "\ud842", "\udfb7", "华"),
    fc.string({ unit: "binary" }),
  ),
});

test.each<[Name, string]>([
  ["exact-match", "exact_match_score"],
  ["token-f1", "f1"],
  ["levenshtein", "levenshtein"],
  ["json-diff", "json_diff"],
])("%s of any texts is from 0 to 1, and 1 of the same", async (name, key) => {
  const property = fc.asyncProperty(anyText, anyText, async (response, other) => {
    const near = Number((await scoresOf(CLASSES[name], { response, references: [other] }))[key]);
    const same = Number((await scoresOf(CLASSES[name], { response, references: [response] }))[key]);
    expect(near).toBeGreaterThanOrEqual(0);
    expect(near).toBeLessThanOrEqual(1 + 1e-9);
    expect(same).toBeCloseTo(1, 9);
  });
  await fc.assert(property);
});

test.each([
  { script: "Chinese", tokenizer: "whitespace", reference: "码头在市场后面", times: 1 },
  { script: "English", tokenizer: "whitespace", reference: "behind the market", times: 0 },
  { script: "cut Chinese", tokenizer: "unicode", reference: "码头在市场后面", times: 0 },
])("of $script, that words are not told apart is said $times times", async (row) => {
  const warnings: string[] = [];
  const context = { warn: (message: string) => warnings.push(message) };
  const metric = makeMetric(TokenF1, { args: { tokenizer: row.tokenizer }, context });
  const input = scoreInput({ response: "市场后面", references: [row.reference] });

  await metric.score(input, sampleContext());
  await metric.score(input, sampleContext());

  expect(warnings).toHaveLength(row.times);
  for (const warning of warnings) expect(warning).toContain("set tokenizer: unicode");
});
