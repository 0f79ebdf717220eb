import { expect, test } from "vitest";
import type { EventDraft } from "../../src/core/event.ts";
import { readSamples } from "../../src/record/log-samples.ts";
import { readLog } from "../../src/record/read-log.ts";
import { collect, event, SPEC } from "./log-data.ts";
import { logFile } from "./temp-log.ts";

async function sampleOf(...drafts: readonly EventDraft[]) {
  const events = drafts.map((draft, event_id) => event({ ...draft, event_id }));
  const [sample] = await collect(readSamples(await readLog(logFile([{ spec: SPEC }, ...events]))));
  if (!sample) throw new Error("the log has no sample");
  return sample;
}

const match = (data: object) => ({ type: "match", data });
const metrics = (data: object) => ({ type: "metrics", data });
const sampling = (data: object) => ({ type: "sampling", data });

test("a sample has what was asked, answered and expected", async () => {
  const prompt = [{ role: "system", content: "Capital of Bolivia?" }];

  const sample = await sampleOf(
    sampling({ prompt: "first", sampled: ["no"] }),
    sampling({ prompt, sampled: ["It is Sucre", "second choice"], model: "gpt-4o" }),
    match({ correct: false, expected: ["Sucre", "La Paz"], picked: null, sampled: "It is Sucre" }),
    metrics({ f1_score: 0.5 }),
  );

  expect(sample).toEqual({
    sampleId: "capitals.dev.0",
    repeat: undefined,
    prompt,
    answer: "It is Sucre",
    expected: ["Sucre", "La Paz"],
    picked: null,
    correct: false,
    metrics: { f1_score: 0.5 },
    error: null,
    failed: true,
    failedMetrics: {},
    why: "the answer matches no expected value",
  });
});

test("a judge's prompt and answer are not taken for the subject's", async () => {
  const sample = await sampleOf(
    sampling({ prompt: "joke about bananas", sampled: ["a joke"] }),
    sampling({ prompt: "is it funny?", sampled: ["Yes"], purpose: "judge" }),
    metrics({ choice: "Yes", score: 1, reason: "it is short" }),
  );

  expect(sample).toMatchObject({ prompt: "joke about bananas", answer: "a joke", correct: null });
  expect(sample.why).toBe('the judge chose "Yes"');
});

test("the judge's call in a log of openai/evals is the last before the choice", async () => {
  const judged = [
    sampling({ prompt: "is it funny?", sampled: ["Yes"] }),
    metrics({ choice: "Yes", score: 1.0 }),
  ];

  expect(await sampleOf(sampling({ prompt: "joke", sampled: "a joke" }), ...judged)).toMatchObject({
    prompt: "joke",
    answer: "a joke",
  });
  expect(await sampleOf(...judged)).toMatchObject({ prompt: null, answer: null });
});

test("R126: the reason of a verdict is with the sample", async () => {
  const sample = await sampleOf(metrics({ choice: "No", score: 0, reason: "it is not funny" }));

  expect(sample.metrics).toEqual({ choice: "No", score: 0, reason: "it is not funny" });
});

test("without a logged call the answer is what was compared", async () => {
  expect((await sampleOf(match({ correct: true, sampled: "Lima" }))).answer).toBe("Lima");
});

test("a log that openai/evals wrote is read: report second, samples mixed, numbers of Python", async () => {
  const line = (id: number, sample: number, rest: string) =>
    `{"run_id": "r", "event_id": ${id}, "sample_id": "sums.dev.${sample}", ${rest}, "created_by": "", "created_at": "2026-03-14 10:15:03.902117+00:00"}`;
  const path = logFile([
    '{"spec": {"completion_fns": ["gpt-4"], "eval_name": "sums.dev.v0", "base_eval": "sums", "split": "dev", "run_config": {"seed": 20220722}, "created_by": "", "run_id": "r", "created_at": "2026-03-14 10:15:02"}}',
    '{"final_report": {"accuracy": 0.5, "boostrap_std": NaN}, "run_id": "r"}',
    line(0, 1, '"type": "sampling", "data": {"prompt": "1+1", "sampled": ["2"]}'),
    line(1, 0, '"type": "sampling", "data": {"prompt": "2+2", "sampled": ["5"]}'),
    line(
      2,
      1,
      '"type": "match", "data": {"correct": true, "expected": "2", "picked": "2", "score": NaN}',
    ),
    line(
      3,
      0,
      '"type": "match", "data": {"correct": false, "expected": "4", "picked": null, "options": ["4"]}',
    ),
  ]);

  const log = await readLog(path);

  expect(log.report).toEqual({ accuracy: 0.5, boostrap_std: null });
  expect(await collect(readSamples(log))).toMatchObject([
    { sampleId: "sums.dev.1", prompt: "1+1", answer: "2", failed: false },
    { sampleId: "sums.dev.0", prompt: "2+2", answer: "5", failed: true },
  ]);
});

test("of several comparisons the first that is wrong decides", async () => {
  const sample = await sampleOf(
    match({ correct: true, expected: "a", picked: "a" }),
    match({ correct: false, expected: "b", picked: "c" }),
    match({ correct: true, expected: "d", picked: "d" }),
  );

  expect(sample).toMatchObject({ correct: false, expected: "b", picked: "c" });
});

test.each<[string, EventDraft[], { failed: boolean; why: string | null }]>([
  ["a right answer", [match({ correct: true })], { failed: false, why: null }],
  [
    "a prefix that is missing",
    [match({ correct: false, expected: "B", picked: null, sampled: "Answer: B", options: ["B"] })],
    { failed: true, why: "the answer does not start with any expected value" },
  ],
  [
    "an answer that no expected value starts with",
    [match({ correct: false, expected: "B", picked: null, sampled: "Bee", options: ["B"] })],
    { failed: true, why: "the answer matches no expected value" },
  ],
  [
    "an option that is missing",
    [match({ correct: false, expected: "A", picked: null, sampled: "Z", options: ["A", "B"] })],
    { failed: true, why: "the answer does not start with any option" },
  ],
  [
    "the wrong option",
    [match({ correct: false, expected: "A", picked: "B", sampled: "B. x", options: ["A", "B"] })],
    { failed: true, why: 'picked "B", expected "A"' },
  ],
  [
    "a text that includes nothing expected",
    [match({ correct: false, expected: ["a", "b"], picked: "x", sampled: "x" })],
    { failed: true, why: "the answer matches no expected value" },
  ],
  [
    "an empty answer",
    [match({ correct: false, expected: "a", picked: "", sampled: "" })],
    { failed: true, why: "the answer is empty" },
  ],
  [
    "an answer like none of those expected",
    [match({ correct: false, expected: "a", picked: [] }), metrics({ accuracy: 0, f1_score: 0 })],
    { failed: true, why: "the answer matches no expected value" },
  ],
  [
    "an answer of the wrong form",
    [match({ correct: false, expected: null, picked: "{a:1}" })],
    { failed: true, why: "the answer is not of the form that was asked for" },
  ],
  [
    "a translation with a low score",
    [
      match({
        correct: false,
        expected: "a",
        picked: null,
        sampled: "b",
        sacrebleu_sentence_score: 12.5,
      }),
    ],
    { failed: true, why: "sacrebleu_sentence_score is 12.5" },
  ],
  [
    "metrics that tell no failure",
    [metrics({ accuracy: 1 }), metrics({ f1: 0 })],
    { failed: false, why: null },
  ],
  [
    "metrics alone with no accuracy",
    [metrics({ accuracy: 0 })],
    { failed: true, why: "accuracy is 0" },
  ],
  [
    "a verdict nobody can read",
    [metrics({ choice: "__invalid__" })],
    { failed: false, why: "the judge's verdict is unreadable" },
  ],
  [
    "an error after a right answer",
    [match({ correct: true }), { type: "error", data: { type: "E", message: "two\n  lines" } }],
    { failed: true, why: "E: two lines" },
  ],
  ["nothing but an extra event", [{ type: "extra", data: 1 }], { failed: false, why: null }],
])("%s is explained in a few words", async (_, drafts, told) => {
  expect(await sampleOf(...drafts)).toMatchObject(told);
});

test("long values and messages are cut", async () => {
  const wrong = await sampleOf(
    match({ correct: false, expected: "e".repeat(500), picked: "𠀀".repeat(500) }),
  );
  const failed = await sampleOf({ type: "error", data: { type: "E", message: "m".repeat(500) } });

  expect(wrong.why).toMatch(/^picked "(𠀀){58}…, expected "e{58}…$/u);
  expect(failed.why).toMatch(/^E: m{196}…$/);
  expect(failed.error?.message).toHaveLength(500);
});

test("events whose data is anything at all break nothing", async () => {
  const odd = ["text", 5, null, [1], {}].flatMap((data) =>
    ["sampling", "match", "metrics", "extra"].map((type) => ({ type, data })),
  );

  expect(await sampleOf(...odd)).toMatchObject({ sampleId: "capitals.dev.0", failed: true });
});
