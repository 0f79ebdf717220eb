import { expect, test } from "vitest";
import { selectRows } from "../../src/run/jobs.ts";

test.each([
  [2, [1, 0]],
  [3, [2, 1, 0]],
  [4, [2, 3, 1, 0]],
  [5, [3, 1, 4, 2, 0]],
  [6, [3, 4, 1, 5, 2, 0]],
  [8, [1, 4, 5, 6, 3, 7, 2, 0]],
  [10, [8, 7, 5, 9, 2, 3, 6, 1, 4, 0]],
  [12, [7, 5, 9, 2, 3, 8, 11, 10, 6, 1, 4, 0]],
])("%i rows are taken in the order of openai/evals", (count, order) => {
  expect(selectRows(count, { shuffleSeed: 123 })).toEqual(order);
});

test("--max-samples keeps the first of the shuffled order", () => {
  const chosen = selectRows(1000, { shuffleSeed: 123, maxSamples: 12 });

  expect(chosen).toEqual([178, 830, 641, 410, 255, 470, 433, 580, 257, 450, 657, 316]);
});

test("R50: the subset is the same in every run and another one for another shuffle seed", () => {
  const ids = (shuffleSeed: number) => selectRows(100, { shuffleSeed, maxSamples: 10 });

  expect(ids(1)).toEqual(ids(1));
  expect(ids(1)).not.toEqual(ids(2));
  expect(ids(1)).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("no sample is judged when none is asked for", () => {
  expect(selectRows(10, { shuffleSeed: 123, maxSamples: 0 })).toEqual([]);
});
