import { describe, expect, test } from "vitest";
import { JsonMatch } from "../../src/templates/json-match.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";
import { vectors } from "../helpers/vectors.ts";

interface JsonRow {
  readonly sampled: string;
  readonly ideal: unknown;
  readonly correct?: boolean;
  readonly fails?: string;
}

const rows = vectors<JsonRow>("json-match").filter(({ fails }) => !fails);
const input = "Answer in JSON.";

async function judge(ideal: unknown, sampled: string, parity = false) {
  const { matches, metrics } = await evaluateSample(JsonMatch, {
    sample: { input, ideal },
    answers: [sampled],
    parity,
  });
  return { match: matches[0], metrics };
}

describe("with parity, JsonMatch judges as openai/evals does", () => {
  test.each(rows)("$sampled, ideal $ideal: correct is $correct", async (row) => {
    const { match, metrics } = await judge(row.ideal, row.sampled, true);

    const picked = row.correct ? [row.sampled] : [];
    expect(match).toMatchObject({ correct: row.correct, expected: row.ideal, picked });
    expect(metrics).toEqual([{ accuracy: Number(row.correct) }]);
  });
});

/** The rows in which openai/evals misreads JSON. */
const MISREAD: Readonly<Record<string, boolean>> = {
  '{"a":null}': true,
  null: true,
  true: false,
  false: false,
};

describe("without parity, equal JSON is equal: null is null, and true is not 1", () => {
  test.each(rows.map((row) => ({ ...row, correct: MISREAD[row.sampled] ?? row.correct })))(
    "$sampled, ideal $ideal: correct is $correct",
    async ({ sampled, ideal, correct }) => {
      const { match } = await judge(ideal, sampled);

      expect(match?.correct).toBe(correct);
    },
  );
});

test.each([
  [{ a: 1 }, '{"a":1}', true],
  [{ a: 1 }, '{"a":2}', false],
  [[{ a: 1 }, { a: 2 }], '{"a":2}', true],
  [[[1, 2]], "[1, 2]", true],
  [[[1, 2]], "1", false],
  [[1, 2], "2", true],
  [42, "42.0", true],
  [true, "true", true],
  ["[1, 2]", "[1,2]", true],
])("the ideal %j, no JSON text, and the answer %s: %j", async (ideal, sampled, correct) => {
  const { match } = await judge(ideal, sampled);

  expect(match?.correct).toBe(correct);
});

test("numbers beyond 2⁵³ are told apart", async () => {
  const { match } = await judge('{"id":9007199254740993}', '{"id":9007199254740992}');

  expect(match?.correct).toBe(false);
});

test("the answer is picked once for each ideal that it equals", async () => {
  const { match } = await judge(["1", "1.0", "2"], "1");

  expect(match).toMatchObject({ correct: true, picked: ["1", "1"] });
});

test.each([
  ["nope", '"ideal" is wrong: expected JSON text, found the string "nope"'],
  [["1", "nope"], '"ideal[1]" is wrong: expected JSON text, found the string "nope"'],
  [null, '"ideal" is wrong: expected JSON text, an object or a list, found null'],
  [undefined, '"ideal" is missing: expected JSON text, an object or a list'],
])("the ideal %j is refused before anything is asked", async (ideal, message) => {
  const completionFn = answering("1");
  const evaluation = evaluateSample(JsonMatch, { sample: { input, ideal }, completionFn });

  await expect(evaluation).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(message),
  });
  expect(completionFn.calls).toEqual([]);
});

test("a list of plain values is taken for alternatives, and the user is told", async () => {
  const data = [
    { input, ideal: ["1", "2"] },
    { input, ideal: [1, 2] },
    { input, ideal: [[1, 2]] },
    { input, ideal: [{ a: 1 }, { a: 2 }] },
  ];
  const context = evalContext({ rows: { "s.jsonl": data } });

  await loadRows(new JsonMatch({ samples_jsonl: "s.jsonl", max_tokens: 512 }, context));

  expect(context.warnings).toEqual([expect.stringContaining("in 1 row (first: s.jsonl:2)")]);
});

test.each([
  [{}, { temperature: 0, max_tokens: 512 }],
  [{ max_tokens: 9 }, { temperature: 0, max_tokens: 9 }],
])("with the args %j the request has the options %j", async (args, params) => {
  const completionFn = answering("1");

  await evaluateSample(JsonMatch, { args, sample: { input, ideal: "1" }, completionFn });

  expect(completionFn.calls[0]?.params).toEqual(params);
});
