import { expect, test } from "vitest";
import type { EventDraft } from "../../src/core/event.ts";
import { subjectAnswers } from "../../src/record/subject-answers.ts";

const asked = (sampled: string, more: object = {}): EventDraft => ({
  type: "sampling",
  data: { prompt: "?", sampled: [sampled], ...more },
});
const answered = (sampled: string, calls: number, more: object = {}): EventDraft => ({
  type: "answered",
  data: { prompt: "?", sampled: [sampled], calls, ...more },
});
const verdict: EventDraft = { type: "metrics", data: { choice: "Y" } };
const right: EventDraft = { type: "match", data: { correct: true } };

test.each<[string, readonly EventDraft[], readonly string[]]>([
  ["nothing was asked", [right], []],
  ["each call is an answer", [asked("a"), asked("b"), right], ["a", "b"]],
  ["verdicts of a judge are none", [asked("a"), asked("Y", { purpose: "judge" }), verdict], ["a"]],
  ["openai/evals leaves its judge unmarked", [asked("a"), asked("Y"), verdict], ["a"]],
  [
    "what was made of several calls stands for them",
    [asked("hm"), asked("4"), answered("four", 2), asked("b"), right],
    ["four", "b"],
  ],
  ["an answer made of no call is one", [answered("4", 0), right], ["4"]],
  [
    "a verdict that was made of several calls is none either",
    [
      asked("a"),
      asked("hm", { purpose: "judge" }),
      asked("Y", { purpose: "judge" }),
      answered("Y", 2, { purpose: "judge" }),
      verdict,
    ],
    ["a"],
  ],
])("of a sample's events: %s", (_, events, answers) => {
  expect(subjectAnswers(events).map(({ sampled }) => sampled)).toEqual(
    answers.map((text) => [text]),
  );
});
