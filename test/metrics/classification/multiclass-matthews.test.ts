import fc from "fast-check";
import { expect, test } from "vitest";
import { multiclassMatthews } from "../../../src/metrics/classification/multiclass-matthews.ts";
import { matthewsCorrelation } from "../../../src/metrics/confusion.ts";

test("of three labels it is the formula of Gorodkin", () => {
  const matrix = {
    labels: ["a", "b", "c"],
    counts: [
      [2, 1, 0, 0],
      [0, 2, 1, 0],
      [1, 0, 2, 1],
    ],
  };

  // s = 10, c = 6; expected 3, 3, 4; picked 3, 3, 3 and 1 that is no label.
  const [covariance, expected, picked] = [60 - 30, 100 - 34, 100 - 28];
  expect(multiclassMatthews(matrix)).toBeCloseTo(covariance / Math.sqrt(expected * picked), 12);
});

test("of two labels it is Matthews' own", () => {
  const count = fc.nat({ max: 20 });
  const property = fc.property(count, count, count, count, (...[a, b, c, d]) => {
    const matrix = {
      labels: ["no", "yes"],
      counts: [
        [a, b, 0],
        [c, d, 0],
      ],
    };
    const own = matthewsCorrelation(matrix);
    if (own === null) expect(multiclassMatthews(matrix)).toBeNull();
    else expect(multiclassMatthews(matrix)).toBeCloseTo(own, 9);
  });
  fc.assert(property);
});

test("it is null where all samples, or all picks, are of one label", () => {
  expect(multiclassMatthews({ labels: ["a"], counts: [[3, 2]] })).toBeNull();
  expect(
    multiclassMatthews({
      labels: ["a", "b"],
      counts: [
        [2, 0, 0],
        [3, 0, 0],
      ],
    }),
  ).toBeNull();
  expect(multiclassMatthews({ labels: [], counts: [] })).toBeNull();
});
