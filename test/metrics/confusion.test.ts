import { expect, test } from "vitest";
import {
  confusionMatrix,
  fScore,
  macroFScore,
  matthewsCorrelation,
  precision,
  recall,
} from "../../src/metrics/confusion.ts";

const PICKS = [
  { expected: "a", picked: "a" },
  { expected: "a", picked: "b" },
  { expected: "b", picked: "b" },
  { expected: "b", picked: null },
  { expected: "b", picked: "b" },
];
const matrix = confusionMatrix(PICKS);

test("rows are what was expected, columns what was picked, the last for anything else", () => {
  expect(matrix).toEqual({
    labels: ["a", "b"],
    counts: [
      [1, 1, 0],
      [0, 2, 1],
    ],
  });
});

test.each([
  { label: "a", p: 1, r: 0.5, f1: 2 / 3 },
  { label: "b", p: 2 / 3, r: 2 / 3, f1: 2 / 3 },
])("label $label: precision $p, recall $r, F1 $f1", ({ label, p, r, f1 }) => {
  expect(precision(matrix, label)).toBeCloseTo(p, 12);
  expect(recall(matrix, label)).toBeCloseTo(r, 12);
  expect(fScore(matrix, label)).toBeCloseTo(f1, 12);
});

test("F-beta weighs recall: (1 + 4) · 1 · 0.5 / (4 · 1 + 0.5) for beta 2", () => {
  expect(fScore(matrix, "a", { beta: 2 })).toBeCloseTo(2.5 / 4.5, 12);
});

test("the averaged F-score is the mean over labels", () => {
  expect(macroFScore(matrix)).toBeCloseTo(2 / 3, 12);
});

test("Matthews' coefficient takes picks that are no label for the first, and keeps the matrix", () => {
  expect(matthewsCorrelation(matrix)).toBeCloseTo(1 / 6, 12);
  expect(matrix.counts).toEqual([
    [1, 1, 0],
    [0, 2, 1],
  ]);
});

test("what has no value is null: a label that was never picked, a coefficient without variance", () => {
  const never = confusionMatrix([{ expected: "a", picked: "b" }], ["a", "b"]);

  expect(precision(never, "a")).toBeNull();
  expect(recall(never, "b")).toBeNull();
  expect(fScore(never, "a")).toBeNull();
  expect(macroFScore(never)).toBeNull();
  expect(matthewsCorrelation(never)).toBeNull();
});

test("an expected label that is not among the given ones is refused by name", () => {
  expect(() => confusionMatrix(PICKS, ["a"])).toThrow('got "b"');
});

test("Matthews' coefficient is for two labels", () => {
  expect(() => matthewsCorrelation(confusionMatrix([], ["a", "b", "c"]))).toThrow("got 3");
});
