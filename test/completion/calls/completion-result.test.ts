import { expect, test } from "vitest";
import { stableJson, toResult } from "../../../src/completion/calls/completion-result.ts";

test.each<[unknown, string]>([
  ["Lima", "Lima"],
  ["", ""],
  [0, "0"],
  [1.5, "1.5"],
  [false, "false"],
  [true, "true"],
  [10n, "10"],
  [{ b: 1, a: { d: [2], c: null } }, '{"a":{"c":null,"d":[2]},"b":1}'],
])("R47, R68: a function that returns %o has answered %s", (value, text) => {
  expect(toResult(value)).toEqual({ completions: [text] });
});

test("completions that are no texts become texts, and those that are null are left out", () => {
  const completions = ["Lima", 0, false, null, { b: 1, a: 2 }, ["x"]];

  expect(toResult({ completions }).completions).toEqual([
    "Lima",
    "0",
    "false",
    '{"a":2,"b":1}',
    '["x"]',
  ]);
});

test("a single completion need not be in a list", () => {
  expect(toResult({ completions: "Lima" }).completions).toEqual(["Lima"]);
});

test("model, usage, finish_reason and what was sent are kept", () => {
  const result = {
    completions: ["Lima"],
    model: "gpt-4o",
    usage: { total_tokens: 9 },
    finish_reason: "stop",
    sent: { prompt: "Peru?", params: { n: 1 } },
  };

  expect(toResult(result)).toEqual(result);
});

test("fields of another type are not", () => {
  expect(
    toResult({ completions: [], model: 4, usage: "9", finish_reason: null, sent: {} }),
  ).toEqual({
    completions: [],
  });
});

test("an object with get_completions, as in openai/evals, is a result", () => {
  class Result {
    readonly text = "Lima";
    get_completions() {
      return [this.text];
    }
  }

  expect(toResult(new Result())).toEqual({ completions: ["Lima"] });
});

const circular: { self?: unknown } = {};
circular.self = circular;

test.each<[string, unknown]>([
  ["undefined", undefined],
  ["null", null],
  ["a list", ["Lima"]],
  ["function", () => "Lima"],
  ["null", { completions: null }],
  ["undefined", { completions: [undefined] }],
  ["an object that JSON cannot hold", circular],
])("a function that returns %s is told what to return", (what, value) => {
  expect(() => toResult(value)).toThrow(
    expect.objectContaining({
      name: "CompletionError",
      message: `the completion function returned ${what}`,
      kind: "permanent",
      fix: "return a text, or { completions: [text] }",
    }),
  );
});

test("equal objects have equal texts, whatever the order of their keys", () => {
  expect(stableJson({ b: [{ d: 1, c: 2 }], a: "ä" })).toBe('{"a":"ä","b":[{"c":2,"d":1}]}');
  expect(stableJson({ a: "ä", b: [{ c: 2, d: 1 }] })).toBe('{"a":"ä","b":[{"c":2,"d":1}]}');
});
