import { expect, test } from "vitest";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";

test.each([
  [["Lima"], "Lima"],
  [
    ["Lima", "Cusco"],
    ["Lima", "Cusco"],
  ],
  [[], []],
  ["Lima", "Lima"],
  [undefined, null],
])("a match that expects %j is written as %j", (expected, written) => {
  const record = new SampleRecorder();

  record.match(true, { expected });

  expect(record.drafts).toEqual([
    { type: "match", data: { correct: true, expected: written, picked: null } },
  ]);
});

test("further fields of a match are kept, a list of one option as well", () => {
  const record = new SampleRecorder();

  record.match(false, { expected: ["a"], picked: null, sampled: "b", options: ["a"] });

  expect(record.drafts[0]?.data).toEqual({
    correct: false,
    expected: "a",
    picked: null,
    sampled: "b",
    options: ["a"],
  });
});

test("events keep the order in which they were recorded, whatever their type", () => {
  const record = new SampleRecorder();

  record.extra("note");
  record.metrics({ score: 1 });
  record.error({ type: "Error", message: "no" });
  record.event("flow_line", [1]);

  expect(record.drafts).toEqual([
    { type: "extra", data: "note" },
    { type: "metrics", data: { score: 1 } },
    { type: "error", data: { type: "Error", message: "no" } },
    { type: "flow_line", data: [1] },
  ]);
});
