import { expect, test } from "vitest";
import { letterOfAnswerLine } from "../../src/metrics/answer-line.ts";

test.each([
  ["A and C look right...\n**ANSWER: C**\n", "C"],
  ["ANSWER: A\nNo, wait.\nANSWER: B", "B"],
  ["Answer: (D).", "D"],
  ["### Answer - B\r\n", "B"],
  ["_Answer_: **B**", "B"],
  ["ANSWER: A\nANSWER: none of them", "A"],
])("R65: the last well-formed answer line of %j says %s", (text, letter) => {
  expect(letterOfAnswerLine(text)).toBe(letter);
});

test.each(["B", "A and C look right", "The answer is B", "Answer: A or B", "Answer:\nB", ""])(
  "R65: %j has no answer line",
  (text) => {
    expect(letterOfAnswerLine(text)).toBeUndefined();
  },
);
