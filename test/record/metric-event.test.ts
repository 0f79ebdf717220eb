import { describe, expect, test } from "vitest";
import {
  fromMetricEvent,
  metricResults,
  scoresIn,
  toMetricEvent,
} from "../../src/record/metric-event.ts";

const RESULT = {
  metric: "fluency",
  status: "scored",
  scores: { fluency: 4, fluency_ok: true, fluency_doubt: null },
  reason: "it reads well",
  details: { raw: "4" },
} as const;

test("a result comes out of its event as it went in", () => {
  expect(fromMetricEvent(toMetricEvent(RESULT))).toEqual(RESULT);
});

test.each([
  [{ choice: "A", score: 1 }],
  [{ metric: 3, status: "scored" }],
  [{ metric: "own", status: "fine" }],
])("%j is of another eval, and all of it was measured", (data) => {
  expect(fromMetricEvent(data)).toBeUndefined();
  expect(scoresIn(data)).toEqual(data);
});

test("what tells whose an event is was not measured", () => {
  expect(scoresIn(toMetricEvent(RESULT))).toEqual(RESULT.scores);
});

describe("the results of a sample", () => {
  const asked = (sampled: string, purpose?: string) => ({
    type: "sampling",
    data: { prompt: "p", sampled: [sampled], purpose },
  });
  const result = (metric: string) => ({
    type: "metrics",
    data: { metric, status: "scored", [metric]: 1 },
  });

  test("have the verdicts that came before each of them", () => {
    const results = metricResults([
      asked("the answer"),
      asked("first", "judge"),
      asked("again", "judge"),
      result("fluency"),
      result("length"),
      asked("other", "judge"),
      result("relevance"),
    ]);

    expect(
      results.map(({ metric, judgeCalls }) => [metric, judgeCalls.map(({ sampled }) => sampled)]),
    ).toEqual([
      ["fluency", [["first"], ["again"]]],
      ["length", []],
      ["relevance", [["other"]]],
    ]);
  });
});
