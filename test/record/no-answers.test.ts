import { expect, test } from "vitest";
import { NoAnswers } from "../../src/record/no-answers.ts";

test("R20: answers that were none are counted by their reason", () => {
  const counts = new NoAnswers();
  counts.add({ sampled: [], finish_reason: "length" });
  counts.add({ sampled: [], finish_reason: "length" });
  counts.add({ sampled: [], finish_reason: "content_filter" });
  counts.add({ sampled: [] });

  expect(counts.report()).toEqual({
    "run/no_answer": 4,
    "run/no_answer/length": 2,
    "run/no_answer/content_filter": 1,
    "run/no_answer/unknown": 1,
  });
});

test.each([
  ["an answer", { sampled: ["Lima"], finish_reason: "stop" }],
  ["R47: an empty answer", { sampled: [""], finish_reason: "stop" }],
  ["a judge's silence", { sampled: [], finish_reason: "length", purpose: "judge" }],
  ["an event of another tool", { prompt: "Peru?" }],
  ["nothing", null],
])("%s is none of them", (_, data) => {
  const counts = new NoAnswers();
  counts.add(data);

  expect(counts.report()).toEqual({});
});
