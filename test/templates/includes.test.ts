import { describe, expect, test } from "vitest";
import { Includes } from "../../src/templates/includes.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";
import { vectors } from "../helpers/vectors.ts";

interface IncludesRow {
  readonly sampled: string;
  readonly ideal: unknown;
  readonly ignore_case: boolean;
  readonly correct?: boolean;
  readonly fails?: string;
}

const rows = vectors<IncludesRow>("includes");
const input = "Say hello.";

describe("with parity, Includes judges as openai/evals does", () => {
  test.each(rows.filter(({ fails }) => !fails))(
    "$sampled, ideal $ideal, ignore_case $ignore_case: correct is $correct",
    async ({ sampled, ideal, ignore_case, correct }) => {
      const { matches } = await evaluateSample(Includes, {
        args: { ignore_case },
        sample: { input, ideal },
        answers: [sampled],
        parity: true,
      });

      const [expected] = [ideal].flat().length === 1 ? [ideal].flat() : [ideal];
      expect(matches).toMatchObject([{ correct, expected, picked: sampled, sampled }]);
    },
  );
});

test.each(rows.filter(({ fails }) => fails))(
  "R48: ideal $ideal, which crashes openai/evals, is looked for as text",
  async ({ ideal }) => {
    const { matches } = await evaluateSample(Includes, {
      sample: { input, ideal },
      answers: ["I count 5 of them"],
    });

    expect(matches[0]).toMatchObject({ correct: true, expected: "5" });
  },
);

test.each([
  ["", true, true],
  ["anything", false, true],
])("R54: an empty ideal and the answer %j: %j, with parity %j", async (answer, own, reference) => {
  const sample = { input, ideal: "" };
  const ours = await evaluateSample(Includes, { sample, answers: [answer] });
  const theirs = await evaluateSample(Includes, { sample, answers: [answer], parity: true });

  expect(ours.matches[0]?.correct).toBe(own);
  expect(theirs.matches[0]?.correct).toBe(reference);
});

test("R52: an ideal that is text is looked for whole, and the log tells which one was found", async () => {
  const wrong = await evaluateSample(Includes, {
    sample: { input, ideal: "14.7" },
    answers: ["11.2"],
  });
  const right = await evaluateSample(Includes, {
    sample: { input, ideal: ["14.7", "11.2"] },
    answers: ["It is 11.2 kg"],
  });

  expect(wrong.matches[0]).toMatchObject({ correct: false, matched: null });
  expect(right.matches[0]).toMatchObject({ correct: true, matched: "11.2" });
});

test.each([
  ["world", "hello world", {}, true],
  ["hello world", "world", {}, false],
  ["WORLD", "hello world", {}, false],
  ["WORLD", "hello world", { ignore_case: true }, true],
  ["", "hello world", {}, false],
  ["", "", {}, false],
])("reversed, the answer stands in an ideal: %j", async (...[answer, ideal, args, correct]) => {
  const { matches } = await evaluateSample(Includes, {
    args: { reverse: true, ...args },
    sample: { input, ideal },
    answers: [answer],
  });

  expect(matches[0]?.correct).toBe(correct);
});

test.each([
  [{}, {}],
  [{ temperature: 0 }, { temperature: 0 }],
  [{ temperature: 0, sampling_params: { temperature: null, top_p: 0.5 } }, { top_p: 0.5 }],
])("with the args %j the request has the options %j", async (args, params) => {
  const completionFn = answering("hello");

  await evaluateSample(Includes, { args, sample: { input, ideal: "hello" }, completionFn });

  expect(completionFn.calls).toMatchObject([{ prompt: input }]);
  expect(completionFn.calls[0]?.params).toEqual(params);
});

test("empty ideals are told once, while the rows are loaded", async () => {
  const context = evalContext({ rows: { "s.jsonl": [{ input, ideal: "" }] } });
  const args = { samples_jsonl: "s.jsonl", ignore_case: false, reverse: false };

  await loadRows(new Includes(args, context));

  expect(context.warnings).toEqual([
    "an empty ideal in 1 row (first: s.jsonl:1): only an empty answer matches it",
  ]);
});

test("the report has accuracy and its deviation", async () => {
  const { report } = await evaluateSample(Includes, {
    sample: { input, ideal: "hello" },
    answers: ["hello you"],
  });

  expect(report).toMatchObject({ accuracy: 1, boostrap_std: null });
});
