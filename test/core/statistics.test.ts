import { expect, test } from "vitest";
import {
  bootstrapStd,
  exactSum,
  jackknifeError,
  mean,
  standardError,
  wilsonInterval,
} from "../../src/core/statistics.ts";

function flags(right: number, of: number): boolean[] {
  return Array.from({ length: of }, (_, index) => index < right);
}

test.each([
  { right: 2, of: 3, std: 0.4714 },
  { right: 2, of: 4, std: 0.2887 },
  { right: 5, of: 10, std: 0.1667 },
  { right: 80, of: 100, std: 0.0402 },
  { right: 80, of: 101, std: 0.041 },
  { right: 5, of: 5, std: 0 },
])("the bootstrap deviation of $right right of $of is $std", ({ right, of, std }) => {
  expect(bootstrapStd(flags(right, of).map(Number))).toBeCloseTo(std, 4);
});

test("R57: one sample has no deviation, and neither has none", () => {
  expect(bootstrapStd([1])).toBeNull();
  expect(bootstrapStd([])).toBeNull();
  expect(standardError([1])).toBeNull();
  expect(jackknifeError([1])).toBeNull();
});

test("R59: nothing has no mean and no interval", () => {
  expect(mean([])).toBeNull();
  expect(wilsonInterval(0, 0)).toBeNull();
});

test("the mean and its error: 1, 2, 3, 4 have √(5/3)/2", () => {
  expect(mean([1, 2, 3, 4])).toBe(2.5);
  expect(standardError([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3) / 2, 12);
});

test("the jackknife of a mean is its standard error", () => {
  const values = [1, 4, 9, 16, 25];
  const leftOut = values.map((left) => (55 - left) / 4);

  expect(jackknifeError(leftOut)).toBeCloseTo(standardError(values) ?? 0, 12);
});

test.each([
  { right: 8, of: 10, low: 0.4902, high: 0.9433 },
  { right: 0, of: 10, low: 0, high: 0.2775 },
  { right: 10, of: 10, low: 0.7225, high: 1 },
])("Wilson's interval of $right of $of is $low to $high", ({ right, of, low, high }) => {
  const interval = wilsonInterval(right, of);

  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

test("a sum is the nearest double to the exact one, in whatever order its values come", () => {
  const values = [1e100, 1, -1e100, 0.1, 0.2, 0.3];

  expect(exactSum(values)).toBe(1.6);
  expect(exactSum(values.toReversed())).toBe(1.6);
  expect(exactSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  expect(exactSum([2 ** 53, 1, 2 ** -60])).toBe(2 ** 53 + 2);
  expect(exactSum([])).toBe(0);
});
