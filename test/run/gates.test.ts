import { expect, test } from "vitest";
import type { Report } from "../../src/core/report.ts";
import { gatesOf, judgeGates } from "../../src/run/gates.ts";
import type { Evidence } from "../../src/run/worst-samples.ts";

const REPORT: Report = {
  accuracy: 0.75,
  "accuracy.ci95_low": 0.5,
  f1_score: 0.6,
  score: null,
  "counts/No": 3,
  note: "text",
  "samples/total": 200,
  "samples/scored": 198,
  "samples/errors": 2,
  "samples/invalid": 1,
  "samples/skipped": 0,
  invalid_rate: 0.01,
  usage_total_tokens: 1234,
};

function judge(expression: string, report: Report = REPORT, evidence?: Evidence) {
  const [result] = judgeGates(gatesOf({}, [expression]), report, evidence);
  return result;
}

test.each([
  { gate: "accuracy >= 0.75", metric: "accuracy", value: 0.75, bound: 0.75, passed: true },
  { gate: "accuracy > 0.75", metric: "accuracy", value: 0.75, bound: 0.75, passed: false },
  { gate: "accuracy >= 80%", metric: "accuracy", value: 0.75, bound: 0.8, passed: false },
  { gate: "accuracy.ci95_low >= 0.5", metric: "accuracy.ci95_low", bound: 0.5, passed: true },
  { gate: "errors <= 1%", metric: "samples/errors", value: 2, bound: 2, passed: true },
  { gate: "errors < 1%", metric: "samples/errors", value: 2, bound: 2, passed: false },
  { gate: "samples/errors == 0", metric: "samples/errors", value: 2, bound: 0, passed: false },
  { gate: "scored >= 99%", metric: "samples/scored", value: 198, bound: 198, passed: true },
  { gate: "total >= 100", metric: "samples/total", value: 200, bound: 100, passed: true },
  { gate: "counts/No <= 1%", metric: "counts/No", value: 3, bound: 2, passed: false },
  { gate: "invalid_rate < 0.02", metric: "invalid_rate", value: 0.01, passed: true },
  { gate: "usage_total_tokens <= 1000", metric: "usage_total_tokens", passed: false },
])("R89: the gate `$gate` is $passed", (expected) => {
  expect(judge(expected.gate)).toMatchObject(expected);
});

test("R59: a figure without scores meets no gate, whatever it asks", () => {
  for (const gate of ["score >= 0", "score <= 1", "score != 5"]) {
    expect(judge(gate)).toMatchObject({ passed: false, value: null, reason: "no scores" });
  }
});

test.each([
  ["acuracy >= 0.5", 'the report has no "acuracy"; did you mean "accuracy"'],
  ["error <= 1%", 'the report has no "error"; did you mean "errors"'],
  ["toString >= 0", 'the report has no "toString"; it has accuracy, f1_score, score'],
  ["note == 1", "it is no number"],
])("a gate on no figure is not met and says so: %s", (gate, reason) => {
  expect(judge(gate)).toMatchObject({
    passed: false,
    value: null,
    reason: expect.stringContaining(reason),
  });
});

test("R93: a gate that is not met names the samples that pull its figure down, five at most", () => {
  const shares = [1, 0, 0.5, 0.25, 1, 0, 0.75, 0.4];
  const evidence: Evidence = {
    matches: shares.map((share, i) => ({ sampleId: `s.${i}`, correct: share > 0.5, share })),
    metrics: [0.9, 0.1, 0.5].map((f1_score, i) => ({ sampleId: `s.${i}`, data: { f1_score } })),
    errors: ["e.1", "e.1", "e.2"].map((sampleId) => ({ sampleId, type: "Error", message: "" })),
  };

  const worst = (gate: string) => judge(gate, REPORT, evidence)?.worst;
  expect(worst("accuracy >= 0.9")).toEqual(["s.1", "s.5", "s.3", "s.7", "s.2"]);
  expect(worst("accuracy.ci95_low > 0.6")).toEqual(["s.1", "s.5", "s.3", "s.7", "s.2"]);
  expect(worst("f1_score >= 0.8")).toEqual(["s.1", "s.2"]);
  expect(worst("f1_score < 0.5")).toEqual(["s.0", "s.2"]);
  expect(worst("f1_score == 0.9")).toEqual(["s.1", "s.2"]);
  expect(worst("errors == 0")).toEqual(["e.1", "e.2"]);
  expect(worst("errors < 1")).toEqual(["e.1", "e.2"]);
  expect(worst("usage_total_tokens <= 1")).toEqual([]);
  expect(worst("accuracy >= 0.1")).toEqual([]);
});

test("R93: unreadable verdicts and flips are named by the samples that have them", () => {
  const data = [{ score: 1 }, { invalid: true }, { invalid: 0.5 }, { flipped: true }];
  const evidence: Evidence = {
    matches: [],
    metrics: data.map((fields, i) => ({ sampleId: `s.${i}`, data: fields })),
    errors: [],
  };
  const report = { invalid_rate: 0.4, flip_rate: 0.25, "samples/invalid": 2, "samples/total": 4 };

  const worst = (gate: string) => judge(gate, report, evidence)?.worst;
  expect(worst("invalid_rate < 0.02")).toEqual(["s.1", "s.2"]);
  expect(worst("invalid <= 1%")).toEqual(["s.1", "s.2"]);
  expect(worst("flip_rate <= 0.1")).toEqual(["s.3"]);
});

test("a gate of the command line takes the place of the entry's for the same figure", () => {
  const where = "evals/t.yaml:4";
  const gates = ["accuracy >= 0.9", "samples/errors <= 1%", "f1_score > 0"].map((expression) => ({
    expression,
    where,
  }));

  expect(gatesOf({ gates }, ["errors <= 5", "accuracy >= 0.5"]).map(({ text }) => text)).toEqual([
    "f1_score > 0",
    "errors <= 5",
    "accuracy >= 0.5",
  ]);
});

test("a broken gate is refused with its place: the flag, or the entry's file and line", () => {
  const gates = [{ expression: "accuracy = 1", where: "evals/t.yaml:4" }];

  expect(() => gatesOf({ gates })).toThrow(expect.objectContaining({ where: "evals/t.yaml:4" }));
  expect(() => gatesOf({}, ["accuracy = 1"])).toThrow(expect.objectContaining({ where: "--gate" }));
});
