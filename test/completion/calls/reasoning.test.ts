import { expect, test } from "vitest";
import { logged } from "../../../src/completion/calls/logged.ts";
import { splitReasoning, stripReasoning } from "../../../src/completion/calls/reasoning.ts";
import type { CompletionResult } from "../../../src/core/completion.ts";
import { chatAt, serve, testCall } from "../contexts.ts";

test.each([
  ["<think>maybe Rome</think>Paris", "maybe Rome", "Paris"],
  ["\n<think>\nmaybe Rome\n</think>\n\nParis\n", "maybe Rome", "Paris\n"],
  ["<thinking>maybe Rome</thinking> Paris", "maybe Rome", "Paris"],
  ["<Reasoning>maybe Rome</reasoning>Paris", "maybe Rome", "Paris"],
  ["<thought>maybe Rome</thought>Paris", "maybe Rome", "Paris"],
  ["<think>Rome?</think>\n<think>No.</think>Paris", "Rome?\n\nNo.", "Paris"],
  ["maybe Rome\n</think>\nParis", "maybe Rome", "Paris"],
  ["<think>\n\n</think>\n\nParis", null, "Paris"],
  ["<think>maybe Rome</think>", "maybe Rome", ""],
  ["<think>x</think>The tag </think> ends it", "x", "The tag </think> ends it"],
])("R21: %j is thinking and an answer", (text, reasoning, answer) => {
  expect(splitReasoning(text, false)).toEqual({ reasoning, answer });
  expect(splitReasoning(text, true)).toEqual({ reasoning, answer });
});

test.each([
  "Paris",
  "",
  "I <think>maybe Rome</think> Paris",
  "<b>Paris</b>",
  "<thinker>Rome</thinker>Paris",
  "<think>never closed, and yet finished",
])("R21: %j is an answer as it stands", (text) => {
  expect(splitReasoning(text, false)).toEqual({ reasoning: null, answer: text });
});

test("R21: thinking that a limit cut off is no answer", () => {
  expect(splitReasoning("<think>maybe Rome, or", true)).toEqual({
    reasoning: "maybe Rome, or",
    answer: null,
  });
});

test("a megabyte of opening tags is read in one go", () => {
  const text = "<think>".repeat(150_000);

  expect(splitReasoning(text, false).answer).toBe(text);
});

test.each<[string, CompletionResult, CompletionResult]>([
  [
    "an answer that is all thinking is none",
    { completions: ["<think>hm"], finish_reason: "length" },
    { completions: [], finish_reason: "length", reasoning: ["hm"], raw: ["<think>hm"] },
  ],
  [
    "among several it is empty, so that the others keep their places",
    {
      completions: ["<think>hm</think>A", "<think>hm", "C"],
      finish_reason: "stop",
      finish_reasons: ["stop", "length", "stop"],
    },
    {
      completions: ["A", "", "C"],
      finish_reason: "stop",
      finish_reasons: ["stop", "length", "stop"],
      reasoning: ["hm", "hm", null],
      raw: ["<think>hm</think>A", "<think>hm", "C"],
    },
  ],
  [
    "what the provider tells apart comes first",
    { completions: ["<think>then</think>A"], reasoning: ["first"] },
    { completions: ["A"], reasoning: ["first\n\nthen"], raw: ["<think>then</think>A"] },
  ],
  [
    "without blocks the result is as it was",
    { completions: ["A"], reasoning: ["told apart"] },
    { completions: ["A"], reasoning: ["told apart"] },
  ],
])("%s", (_, result, expected) => {
  expect(stripReasoning(result)).toEqual(expected);
});

test("R21: thinking is not scored; the log has it and the raw text beside the scored one", async () => {
  const server = await serve("<think>maybe Rome</think>Paris");
  const call = testCall();

  const { completions } = await logged(chatAt(server)).complete("France?", {}, call);

  expect(completions).toEqual(["Paris"]);
  expect(call.record.drafts).toMatchObject([
    {
      data: {
        sampled: ["Paris"],
        reasoning: ["maybe Rome"],
        raw: ["<think>maybe Rome</think>Paris"],
      },
    },
  ]);
});

test("R21: with stripping off the text is scored as it came", async () => {
  const server = await serve("<think>maybe Rome</think>Paris");
  const fn = logged(chatAt(server), { stripReasoning: false });
  const call = testCall();

  const { completions } = await fn.complete("France?", {}, call);

  expect(completions).toEqual(["<think>maybe Rome</think>Paris"]);
  expect(call.record.drafts[0]?.data).not.toHaveProperty("raw");
});
