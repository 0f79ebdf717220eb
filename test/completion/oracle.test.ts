import { expect, test } from "vitest";
import { retrying } from "../../src/completion/calls/retry.ts";
import { Oracle } from "../../src/completion/oracle.ts";
import type { CompletionFn } from "../../src/core/completion.ts";
import { testCall } from "./contexts.ts";

function oracle(args: object = {}): Oracle {
  return new Oracle(Oracle.Args.parse(args));
}

async function answerOf(fn: CompletionFn, call = testCall()): Promise<string | undefined> {
  return (await fn.complete("?", {}, call)).completions[0];
}

/** Answers to the samples `test.dev.0` to `test.dev.99`, all with the ideal Lima. */
async function hundredAnswers(fn: CompletionFn): Promise<(string | undefined)[]> {
  const calls = Array.from({ length: 100 }, (_, index) =>
    testCall({ sampleId: `test.dev.${index}` }),
  );
  return Promise.all(calls.map((call) => answerOf(fn, call)));
}

test.each<[unknown, string]>([
  ["Lima", "Lima"],
  [["Lima", "LIM"], "Lima"],
  [42, "42"],
  [false, "false"],
  [[7, 8], "7"],
  [{ city: "Lima" }, '{"city":"Lima"}'],
  ["", ""],
])("the ideal %o is answered by %o", async (ideal, expected) => {
  expect(await answerOf(oracle(), testCall({ sample: { ideal } }))).toBe(expected);
});

test.each([{ input: "Peru?" }, { ideal: null }, { ideal: [] }, "a row of text", null])(
  "the sample %o, which has no ideal, is an error that says so",
  async (sample) => {
    const answer = oracle().complete("?", {}, testCall({ sample }));

    await expect(answer).rejects.toMatchObject({
      kind: "permanent",
      message: "the oracle answers with the sample's `ideal`, and it has none",
    });
  },
);

test("the share of right answers is the accuracy, within what chance allows", async () => {
  const answers = await hundredAnswers(oracle({ accuracy: 0.7, seed: 1 }));
  const right = answers.filter((answer) => answer === "Lima").length;

  expect(right).toBeGreaterThan(50); // four standard deviations are 18
  expect(right).toBeLessThan(90);
});

test("the same seed errs on the same samples, another seed on others", async () => {
  const first = await hundredAnswers(oracle({ accuracy: 0.5, seed: 1 }));

  expect(await hundredAnswers(oracle({ accuracy: 0.5, seed: 1 }))).toEqual(first);
  expect(await hundredAnswers(oracle({ accuracy: 0.5, seed: 2 }))).not.toEqual(first);
});

test("repeats of a sample are drawn apart", async () => {
  const fn = oracle({ accuracy: 0.5 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, repeat) => answerOf(fn, testCall({ repeat }))),
  );

  expect(new Set(answers).size).toBe(2);
});

test.each(["Lima", "Xzq", "the quick brown fox jumps over the lazy dog 0123456789", ["x", "z"]])(
  "a wrong answer to %o shares no text with any ideal",
  async (ideal) => {
    const wrong = await answerOf(oracle({ accuracy: 0 }), testCall({ sample: { ideal } }));

    for (const each of [ideal].flat()) {
      expect(each.toLowerCase()).not.toContain(wrong);
      expect(wrong).not.toContain(each.toLowerCase());
    }
  },
);

test("simulated failures may pass: a repeated try of the sample is drawn anew", async () => {
  const fn = oracle({ errors: 0.5 });
  const time = { now: () => 0, wait: async () => {} };

  const once = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => answerOf(fn, testCall({ sampleId: `t.${index}` }))),
  );
  const repeated = await hundredAnswers(retrying(fn, { maxTries: 100, time }));

  const failures = once.filter(({ status }) => status === "rejected").length;
  expect(failures).toBeGreaterThan(25);
  expect(failures).toBeLessThan(75);
  expect(repeated).toEqual(Array(100).fill("Lima"));
});

test("latency ends when the call is aborted", async () => {
  const call = testCall({ signal: AbortSignal.abort(new Error("the run was stopped")) });

  await expect(oracle({ latency_ms: 60_000 }).complete("?", {}, call)).rejects.toThrow(
    "the run was stopped",
  );
});

test.each([{ accuracy: 1.5 }, { errors: -1 }, { seed: 0.5 }, { acuracy: 1 }])(
  "the arguments %o are refused",
  (args) => {
    expect(Oracle.Args.safeParse(args).success).toBe(false);
  },
);
