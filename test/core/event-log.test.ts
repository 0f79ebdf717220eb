import { expect, test } from "vitest";
import { metricValues } from "../../src/core/event-log.ts";

test("only finite numbers under the key are measured values", () => {
  const values = [0.5, "1", null, Number.NaN, 0, true, Number.POSITIVE_INFINITY, undefined];
  const log = {
    matches: [],
    metrics: values.map((score, index) => ({ sampleId: `a.b.${index}`, data: { score } })),
    async *events() {},
  };

  expect(metricValues(log, "score")).toEqual([0.5, 0]);
  expect(metricValues(log, "other")).toEqual([]);
});
