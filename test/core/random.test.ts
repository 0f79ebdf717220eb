import { describe, expect, test } from "vitest";
import { numpyPermutation, PythonRandom } from "../../src/core/random.ts";
import { vectors } from "../helpers/vectors.ts";

interface DrawRow {
  readonly seed: string;
  readonly outputs: number[];
  readonly random: number;
  readonly shuffle: number[];
  readonly randint: number;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe("PythonRandom draws what CPython draws", () => {
  test("raw outputs for the seed 123", () => {
    const random = new PythonRandom(123);

    expect(range(5).map(() => random.nextUint32())).toEqual([
      224899942, 1149664691, 374463918, 3302642556, 1749090055,
    ]);
  });

  test.each(vectors<{ count: number; first: number[] }>("shuffle-123"))(
    "$count items are shuffled alike by the seed 123",
    ({ count, first }) => {
      const shuffled = new PythonRandom(123).shuffle(range(count));

      expect(shuffled.slice(0, first.length)).toEqual(first);
      expect(shuffled.toSorted((a, b) => a - b)).toEqual(range(count));
    },
  );

  test.each(vectors<DrawRow>("random"))("by the seed text $seed", (row) => {
    const fresh = () => new PythonRandom(row.seed);
    const raw = fresh();

    expect(row.outputs.map(() => raw.nextUint32())).toEqual(row.outputs);
    expect(fresh().random()).toBeCloseTo(row.random, 15);
    expect(fresh().shuffle([0, 1, 2, 3])).toEqual(row.shuffle);
    expect(fresh().integer(0, 3)).toBe(row.randint);
  });

  test.each([
    [[..."abcdefgh"], ["h", "a", "f"]],
    [range(100), [62, 8, 82]],
  ])("three of %j", (items, expected) => {
    const random = new PythonRandom("demo.dev.0:20220722");

    expect(random.sample<number | string>(items, 3)).toEqual(expected);
  });

  test("the seed text of the smoke test", () => {
    expect(new PythonRandom("test-match.s1.0:20220722").random()).toBeCloseTo(0.34557308574, 11);
    expect(new PythonRandom("test-match.s1.0:20220722").shuffle(range(4))).toEqual([3, 0, 1, 2]);
  });
});

test("the items to shuffle or to draw from stay as they are", () => {
  const items = [1, 2, 3, 4];

  new PythonRandom(1).shuffle(items);
  new PythonRandom(1).sample(items, 2);

  expect(items).toEqual([1, 2, 3, 4]);
});

test.each([6, 30, 200])("%d drawn of 200 are different", (count) => {
  const drawn = new PythonRandom("a").sample(range(200), count);

  expect(new Set(drawn).size).toBe(count);
});

test("more than there is cannot be drawn", () => {
  expect(() => new PythonRandom(1).sample([1, 2], 3)).toThrow("at most 2, got 3");
});

test.each([
  { count: 4, seed: 20220722, order: [0, 3, 1, 2] },
  { count: 10, seed: 20220722, order: [4, 1, 2, 8, 7, 9, 0, 3, 5, 6] },
  { count: 10, seed: 42, order: [8, 1, 5, 0, 7, 2, 9, 4, 3, 6] },
  { count: 1, seed: 42, order: [0] },
  { count: 0, seed: 42, order: [] },
])("numpy shuffles $count items by the seed $seed alike", ({ count, seed, order }) => {
  expect(numpyPermutation(count, seed)).toEqual(order);
});
