import { expect, test } from "vitest";
import { parseReducer } from "../../src/core/reducer.ts";
import { accuracyReport } from "../../src/core/report.ts";
import { Recorder } from "../../src/record/recorder.ts";
import type { EventSink } from "../../src/record/sink.ts";

const NOWHERE: EventSink = {
  open: async () => {},
  write: async () => {},
  close: async () => {},
  async *events() {},
};

function recording(count: number, reducer = "mean") {
  return new Recorder({
    runId: "r",
    createdBy: "",
    sink: NOWHERE,
    repeats: { count, reducer: parseReducer(reducer, count) },
    clusterOf: (sampleId) => (sampleId.startsWith("a") ? 4 : undefined),
  });
}

function match(correct: boolean) {
  return { type: "match", data: { correct } };
}

function metrics(data: object) {
  return { type: "metrics", data };
}

const failure = { type: "error", data: { type: "CompletionError", message: "no answer" } };

test("repeats of a sample become one result when all are there, in whatever order they end", async () => {
  const recorder = recording(4);
  for (const [repeat, correct] of [
    [2, true],
    [0, false],
    [3, true],
  ] as const) {
    await recorder.record({ sampleId: "a.0", repeat, events: [match(correct)] });
  }
  expect(recorder.matches).toEqual([]);

  await recorder.record({ sampleId: "a.0", repeat: 1, events: [match(true)] });

  expect(recorder.matches).toEqual([{ sampleId: "a.0", correct: true, share: 0.75, cluster: 4 }]);
  expect(recorder.samples).toEqual({ total: 1, errors: 0, judged: 4 });
});

test("R91: with at_least_k:8, right in 10 of 10 is right and right in 7 of 10 is wrong", async () => {
  const recorder = recording(10, "at_least_k:8");
  for (let repeat = 0; repeat < 10; repeat++) {
    await recorder.record({ sampleId: "s.0", repeat, events: [match(true)] });
    await recorder.record({ sampleId: "s.1", repeat, events: [match(repeat < 7)] });
  }

  expect(recorder.matches).toEqual([
    { sampleId: "s.0", correct: true },
    { sampleId: "s.1", correct: false },
  ]);
  expect(accuracyReport(recorder)).toMatchObject({ accuracy: 0.5 });
});

test("a sample of which one repeat failed counts in no mean and as one error", async () => {
  const recorder = recording(2);
  await recorder.record({ sampleId: "s.0", repeat: 0, events: [match(true)] });
  await recorder.record({ sampleId: "s.0", repeat: 1, events: [failure] });
  await recorder.record({ sampleId: "s.1", repeat: 0, events: [failure] });
  await recorder.record({ sampleId: "s.1", repeat: 1, events: [failure] });
  await recorder.record({ sampleId: "s.2", repeat: 0, events: [match(false)] });

  expect(recorder.matches).toEqual([]);
  expect(recorder.samples).toEqual({ total: 2, errors: 2, judged: 2 });
  expect(recorder.errors).toHaveLength(3);
});

test("a failed repeat that is done again completes its sample", async () => {
  const recorder = recording(2);
  await recorder.record({ sampleId: "s.0", repeat: 0, events: [failure] });
  await recorder.record({ sampleId: "s.0", repeat: 1, events: [match(true)] });
  await recorder.record({ sampleId: "s.0", repeat: 0, events: [match(false)] });

  expect(recorder.matches).toEqual([{ sampleId: "s.0", correct: false, share: 0.5 }]);
  expect(recorder.samples).toEqual({ total: 1, errors: 0, judged: 2 });
});

test("several matches of a repeat answer several questions, each reduced by itself", async () => {
  const recorder = recording(2, "majority");
  await recorder.record({ sampleId: "s.0", repeat: 0, events: [match(true), match(false)] });
  await recorder.record({ sampleId: "s.0", repeat: 1, events: [match(true), match(true)] });

  expect(recorder.matches).toEqual([
    { sampleId: "s.0", correct: true },
    { sampleId: "s.0", correct: false },
  ]);
});

test.each([
  {
    reducer: "mean",
    data: { score: 2 / 3, flipped: 2 / 3, choice: "Yes", parts: { counts: [2, 1] }, note: null },
  },
  {
    reducer: "majority",
    data: { score: 1, flipped: true, choice: "Yes", parts: { counts: [2, 1] }, note: null },
  },
  {
    reducer: "at_least_k:3",
    data: { score: 0, flipped: false, choice: "Yes", parts: { counts: [2, 1] }, note: null },
  },
])(
  "metrics by $reducer: numbers and flags reduced, parts averaged, of texts the most frequent",
  async ({ reducer, data }) => {
    const recorder = recording(3, reducer);
    const repeats = [
      { score: 0, flipped: false, choice: "No", parts: { counts: [0, 1] }, note: null },
      { score: 1, flipped: true, choice: "Yes", parts: { counts: [3, 1] }, note: null },
      { score: 1, flipped: true, choice: "Yes", parts: { counts: [3, 1] }, note: null },
    ];
    for (const [repeat, fields] of repeats.entries()) {
      await recorder.record({ sampleId: "s.0", repeat, events: [metrics(fields)] });
    }

    expect(recorder.metrics).toEqual([{ sampleId: "s.0", data }]);
  },
);

test.each(["mean", "majority", "at_least_k:2", "pass@2"])(
  "%s does not hide that a verdict could not be read",
  async (reducer) => {
    const recorder = recording(4, reducer);
    for (const repeat of [0, 1, 2, 3]) {
      const fields = repeat === 2 ? { score: 0, invalid: true } : { score: 1 };
      await recorder.record({ sampleId: "s.0", repeat, events: [metrics(fields)] });
    }

    expect(recorder.metrics).toMatchObject([{ data: { invalid: 0.25 } }]);
  },
);

test("lists of different lengths are not averaged", async () => {
  const recorder = recording(3);
  for (const [repeat, labels] of [["a"], ["a", "b"], ["a", "b"]].entries()) {
    await recorder.record({ sampleId: "s.0", repeat, events: [metrics({ labels })] });
  }

  expect(recorder.metrics).toEqual([{ sampleId: "s.0", data: { labels: ["a", "b"] } }]);
});
