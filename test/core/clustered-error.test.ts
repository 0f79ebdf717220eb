import { expect, test } from "vitest";
import { clusteredError, groupByCluster } from "../../src/core/clustered-error.ts";
import { standardError } from "../../src/core/statistics.ts";

test("values that agree within their cluster count as few, not as many", () => {
  // The mean is 0.5; deviations from it add up to 1 and −1.
  expect(clusteredError([1, 1, 0, 0], [0, 0, 1, 1])).toBeCloseTo(Math.sqrt(2 * (1 + 1)) / 4, 12);
  expect(standardError([1, 1, 0, 0])).toBeCloseTo(Math.sqrt(1 / 3) / 2, 12);
});

test("values that cancel out within their cluster leave no error", () => {
  expect(clusteredError([1, 0, 1, 0], [0, 0, 1, 1])).toBe(0);
});

test("clusters of unequal size weigh by their sums", () => {
  // The mean is 0.5; deviations from it add up to 1.5, −1 and −0.5.
  const error = Math.sqrt((3 / 2) * (1.5 ** 2 + 1 + 0.25)) / 6;

  expect(clusteredError([1, 1, 1, 0, 0, 0], [7, 7, 7, 3, 3, 5])).toBeCloseTo(error, 12);
});

test.each([
  ["each in a cluster of its own", [0, 1, 2, 3, 4]],
  ["without clusters", [undefined, undefined, undefined, undefined, undefined]],
])("values %s have their plain standard error", (_, clusters) => {
  const values = [1, 4, 9, 16, 25];

  expect(clusteredError(values, clusters)).toBeCloseTo(standardError(values) ?? 0, 12);
});

test("one cluster has no error, and neither has nothing", () => {
  expect(clusteredError([1, 0, 1], [2, 2, 2])).toBeNull();
  expect(clusteredError([], [])).toBeNull();
});

test("items come in the order of their clusters, those without one alone", () => {
  const clusters = [1, undefined, 2, 1, undefined];

  expect(groupByCluster(["a", "b", "c", "d", "e"], (_, index) => clusters[index])).toEqual([
    ["a", "d"],
    ["b"],
    ["c"],
    ["e"],
  ]);
});
