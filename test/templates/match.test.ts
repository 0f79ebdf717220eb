import { describe, expect, test } from "vitest";
import { CompletionError } from "../../src/core/errors.ts";
import { Match, MatchArgs } from "../../src/templates/match.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";
import { vectors } from "../helpers/vectors.ts";

interface MatchRow {
  readonly sampled: string;
  readonly ideal: unknown;
  readonly correct?: boolean;
  readonly picked?: string | null;
  readonly expected?: unknown;
  readonly fails?: string;
}

const rows = vectors<MatchRow>("match");
const input = "Capital of Peru?";

describe("with parity, Match judges as openai/evals does", () => {
  test.each(rows.filter(({ fails }) => !fails))(
    "$sampled, ideal $ideal: correct is $correct",
    async ({ sampled, ideal, correct, picked, expected }) => {
      const { matches } = await evaluateSample(Match, {
        sample: { input, ideal },
        answers: [sampled],
        parity: true,
      });

      expect(matches).toEqual([{ correct, expected, picked, sampled, options: [ideal].flat() }]);
    },
  );
});

test.each(rows.filter(({ fails }) => fails))(
  "R48: ideal $ideal, which crashes openai/evals, is compared as text",
  async ({ sampled, ideal }) => {
    const wrong = await evaluateSample(Match, { sample: { input, ideal }, answers: [sampled] });
    const right = await evaluateSample(Match, { sample: { input, ideal }, answers: ["5."] });

    expect(wrong.matches[0]).toMatchObject({ correct: false, expected: "5" });
    expect(right.matches[0]).toMatchObject({ correct: true, expected: "5" });
  },
);

test.each([
  ["", true, true],
  ["anything", false, true],
])("R54: an empty ideal and the answer %j: %j, with parity %j", async (answer, own, reference) => {
  const sample = { input, ideal: "" };
  const ours = await evaluateSample(Match, { sample, answers: [answer] });
  const theirs = await evaluateSample(Match, { sample, answers: [answer], parity: true });

  expect(ours.matches[0]?.correct).toBe(own);
  expect(theirs.matches[0]?.correct).toBe(reference);
});

test("R54: an empty answer is wrong", async () => {
  const { matches } = await evaluateSample(Match, {
    sample: { input, ideal: "Paris" },
    answers: [""],
  });

  expect(matches[0]).toMatchObject({ correct: false, picked: null, sampled: "" });
});

test("R52: an ideal that is text is compared whole, not letter by letter", async () => {
  const { matches } = await evaluateSample(Match, {
    sample: { input, ideal: "14.7" },
    answers: ["11.2"],
  });

  expect(matches[0]).toMatchObject({ correct: false, picked: null, options: ["14.7"] });
});

test.each([
  ["Par", "Paris", "Paris"],
  ["Paris", "Paris", "Paris"],
  ["Paris.", "Paris", null],
  ["Lon", ["Paris", "London"], "London"],
  ["", "Paris", null],
  ["", "", null],
])("reversed, an ideal begins with the answer: %j, %j picks %j", async (answer, ideal, picked) => {
  const { matches } = await evaluateSample(Match, {
    args: { reverse: true },
    sample: { input, ideal },
    answers: [answer],
  });

  expect(matches[0]).toMatchObject({ correct: picked !== null, picked });
});

describe("the request", () => {
  const messages = [
    { role: "system", content: "Be brief.", name: "example_user" },
    { role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }], detail: 1 },
  ];

  test("has the input as it is, and temperature 0 alone", async () => {
    const completionFn = answering("Lima");

    await evaluateSample(Match, {
      args: { max_tokens: 7 },
      sample: { input: messages, ideal: "Lima" },
      completionFn,
    });

    expect(completionFn.calls).toMatchObject([{ prompt: messages, params: { temperature: 0 } }]);
    expect(completionFn.calls[0]?.params).toEqual({ temperature: 0 });
  });

  test("takes any option from sampling_params and leaves out what is null there", async () => {
    const completionFn = answering("Lima");

    await evaluateSample(Match, {
      args: { sampling_params: { temperature: null, max_tokens: 9, seed: 1 } },
      sample: { input, ideal: "Lima" },
      completionFn,
    });

    expect(completionFn.calls[0]?.params).toEqual({ max_tokens: 9, seed: 1 });
  });
});

test("R16: a refused request is an error and no answer; nothing is compared", async () => {
  const { events, matches, report } = await evaluateSample(Match, {
    sample: { input, ideal: "Lima" },
    completionFn: {
      complete: async () => Promise.reject(new CompletionError("no", { code: "invalid_prompt" })),
    },
  });

  expect(events).toMatchObject([{ type: "error", data: { code: "invalid_prompt" } }]);
  expect(matches).toEqual([]);
  expect(report["accuracy"]).toBeNull();
});

test("R20: a completion function without an answer gave an empty one", async () => {
  const { events, matches } = await evaluateSample(Match, {
    sample: { input, ideal: "Lima" },
    completionFn: answering({ completions: [], finish_reason: "length" }),
  });

  expect(matches).toMatchObject([{ correct: false, sampled: "" }]);
  expect(events[0]).toMatchObject({ data: { sampled: [], finish_reason: "length" } });
});

test("R57: the report of one sample has null for what one sample cannot tell", async () => {
  const { report } = await evaluateSample(Match, {
    sample: { input, ideal: "Lima" },
    answers: ["Lima"],
  });

  expect(report).toMatchObject({ accuracy: 1, boostrap_std: null, bootstrap_std: null });
});

describe("while the rows are loaded", () => {
  const data = [
    { input, ideal: "Lima" },
    { input, ideal: "" },
    { input, ideal: ["Cusco", ""] },
  ];

  test.each([
    [{}, false, "only an empty answer matches it"],
    [{}, true, "every answer matches it"],
    [{ reverse: true }, false, "no answer matches it"],
  ])("empty ideals are told once: args %j, parity %j", async (args, parity, meaning) => {
    const context = evalContext({ rows: { "s.jsonl": data }, parity });

    await loadRows(new Match(MatchArgs.parse({ samples_jsonl: "s.jsonl", ...args }), context));

    expect(context.warnings).toEqual([`an empty ideal in 2 rows (first: s.jsonl:2): ${meaning}`]);
  });

  test("nothing is told when every ideal is text and none is empty", async () => {
    const context = evalContext({ rows: { "s.jsonl": data.slice(0, 1) } });

    await loadRows(new Match(MatchArgs.parse({ samples_jsonl: "s.jsonl" }), context));

    expect(context.warnings).toEqual([]);
  });
});

test.each([
  [{ ideal: "x" }, '"input" is missing: expected a string or a list'],
  [{ input: [], ideal: "x" }, '"input" is wrong: expected at least one message'],
  [{ input: [{ role: "user" }], ideal: "x" }, '"input[0].content" is missing'],
  [{ input: "q" }, '"ideal" is missing: expected a string or a number or true or false or a list'],
  [{ input: "q", ideal: ["a", null] }, '"ideal[1]" is wrong: expected a string'],
  [{ input: "q", ideal: { a: 1 } }, '"ideal" is wrong'],
])("the row %j is refused", async (sample, message) => {
  const evaluation = evaluateSample(Match, { sample, answers: ["x"] });

  await expect(evaluation).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(message),
  });
});

test("R30: a misspelt argument is refused with the near name", async () => {
  const evaluation = evaluateSample(Match, {
    args: { smaples_jsonl: "a.jsonl" },
    sample: { input, ideal: "x" },
    answers: ["x"],
  });

  await expect(evaluation).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining('did you mean "samples_jsonl"?'),
  });
});

test("without a data set the eval says how to name one", async () => {
  const evaluation = new Match(MatchArgs.parse({}), evalContext());

  await expect(evaluation.samples()).rejects.toMatchObject({
    name: "ConfigError",
    fix: expect.stringContaining("samples_jsonl"),
  });
});
