import { expect, test } from "vitest";
import { parseReducer } from "../../src/core/reducer.ts";

function flags(right: number, of: number): number[] {
  return Array.from({ length: of }, (_, index) => Number(index < right));
}

test.each([
  { reducer: "mean", right: 9, of: 10, value: 0.9 },
  { reducer: "majority", right: 3, of: 5, value: 1 },
  { reducer: "majority", right: 2, of: 4, value: 0 },
  { reducer: "majority", right: 1, of: 1, value: 1 },
  { reducer: "at_least_k:8", right: 8, of: 10, value: 1 },
  { reducer: "at_least_k:8", right: 7, of: 10, value: 0 },
  { reducer: "pass@1", right: 3, of: 10, value: 0.3 },
  { reducer: "pass@2", right: 1, of: 4, value: 1 - 3 / 6 },
  { reducer: "pass@5", right: 3, of: 10, value: 1 - 21 / 252 },
  { reducer: "pass@5", right: 6, of: 10, value: 1 },
  { reducer: "pass@10", right: 0, of: 10, value: 0 },
  { reducer: "pass@10", right: 10, of: 10, value: 1 },
])("$reducer of $right right in $of repeats is $value", ({ reducer, right, of, value }) => {
  expect(parseReducer(reducer, of).reduce(flags(right, of))).toBeCloseTo(value, 12);
});

test.each([
  { reducer: "mean", value: 0.5 },
  { reducer: "majority", value: 0.4 },
  { reducer: "at_least_k:4", value: 0.2 },
  { reducer: "at_least_k:5", value: 0.1 },
  // Of the ten pairs of 0.1, 0.2, 0.4, 0.8 and 1 the better ones add up to 0.2 + 2·0.4 + 3·0.8 + 4.
  { reducer: "pass@2", value: 0.74 },
])("$reducer of the numbers 0.8, 0.1, 1, 0.2 and 0.4 is $value", ({ reducer, value }) => {
  expect(parseReducer(reducer, 5).reduce([0.8, 0.1, 1, 0.2, 0.4])).toBeCloseTo(value, 12);
});

test("pass@K stays exact where binomial coefficients are beyond any number", () => {
  expect(parseReducer("pass@1000", 2000).reduce(flags(1, 2000))).toBeCloseTo(0.5, 12);
});

test.each(["mean", "majority", "at_least_k:2", "pass@2"])("%s of nothing is null", (reducer) => {
  expect(parseReducer(reducer, 2).reduce([])).toBeNull();
});

test("only majority and at_least_k decide between right and wrong", () => {
  const names = ["mean", "majority", "at_least_k:2", "pass@2"];

  expect(names.filter((name) => parseReducer(name, 2).decides)).toEqual([
    "majority",
    "at_least_k:2",
  ]);
});

test.each([
  { name: "median", message: 'there is no reducer "median"', fix: "mean" },
  { name: "majorty", message: 'there is no reducer "majorty"', fix: 'did you mean "majority"?' },
  { name: "pass@0", message: 'there is no reducer "pass@0"', fix: 'did you mean "pass@1"?' },
  { name: "at_least_k", message: "there is no reducer", fix: 'did you mean "at_least_k:1"?' },
  { name: "", message: 'there is no reducer ""', fix: "mean, majority, at_least_k:K and pass@K" },
  { name: "pass@8", message: "needs 8 repeats, and samples run 5 times", fix: "--repeats 8" },
])("the reducer `$name` of 5 repeats is refused with its remedy", ({ name, message, fix }) => {
  expect(() => parseReducer(name, 5)).toThrow(
    expect.objectContaining({
      name: "ConfigError",
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    }),
  );
});

test("a reducer that needs repeats is refused where samples run once", () => {
  expect(() => parseReducer("at_least_k:2", 1)).toThrow(
    'the reducer "at_least_k:2" needs 2 repeats, and samples run once',
  );
});
