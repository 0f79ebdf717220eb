import { expect, test } from "vitest";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";
import { checkMatch } from "../../src/templates/check-match.ts";

test("it records what was picked, from which options, and returns it", () => {
  const record = new SampleRecorder();

  const picked = checkMatch({ record }, "B. foo", { expected: "A", options: ["A", "B", "C"] });

  expect(picked).toBe("B");
  expect(record.drafts).toEqual([
    {
      type: "match",
      data: {
        correct: false,
        expected: "A",
        picked: "B",
        sampled: "B. foo",
        options: ["A", "B", "C"],
      },
    },
  ]);
});

test("nothing is picked when the answer begins with no option", () => {
  const record = new SampleRecorder();

  expect(checkMatch({ record }, "Z", { expected: ["A", "B"] })).toBeNull();
  expect(record.drafts).toMatchObject([{ data: { correct: false, picked: null } }]);
});
