import { expect, test } from "vitest";
import { Recorded } from "../../../src/completion/outside/recorded.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { testCall, testContext } from "../contexts.ts";

function recorded(rows: readonly unknown[], args: object = {}): Recorded {
  const parsed = Recorded.Args.parse({ path: "earlier.jsonl", ...args });
  return new Recorded(parsed, testContext({ openRows: async (name) => listRows(rows, name) }));
}

/** Lines of a log with one sampling each. */
function log(...samplings: readonly object[]): unknown[] {
  return [
    { spec: { run_id: "r", completion_fns: ["m"] } },
    ...samplings.map(({ sample_id = "test.dev.0", ...data }: { sample_id?: string }, index) => ({
      run_id: "r",
      event_id: index,
      sample_id,
      type: "sampling",
      data,
    })),
    { run_id: "r", event_id: 99, sample_id: "test.dev.0", type: "match", data: { correct: true } },
    { final_report: { accuracy: 1 }, run_id: "r" },
  ];
}

const CHAT = [{ role: "user", content: "Peru?" }];

test("the answer of an earlier run is found by its prompt", async () => {
  const fn = recorded(
    log(
      { prompt: [{ role: "user", content: "Chile?" }], sampled: ["Santiago"] },
      { prompt: CHAT, sampled: ["Lima"], model: "m-1", finish_reason: "stop", usage: { total: 9 } },
    ),
  );

  // Tokens were paid for in the earlier run.
  expect(await fn.complete(CHAT, {}, testCall())).toEqual({
    completions: ["Lima"],
    model: "m-1",
    finish_reason: "stop",
  });
});

test.each([
  ["a text and the system message it is sent as", "Peru?", [{ role: "system", content: "Peru?" }]],
  [
    "parts of text and a text",
    [
      {
        role: "user",
        content: [
          { type: "text", text: "Pe" },
          { type: "text", text: "ru?" },
        ],
      },
    ],
    CHAT,
  ],
  [
    "messages whose fields stand in another order",
    [{ content: "Peru?", name: "ann", role: "user" }],
    [{ role: "user", name: "ann", content: "Peru?" }],
  ],
])("%s are the same prompt", async (_, asked, prompt) => {
  const fn = recorded([{ prompt, completion: "Lima" }]);

  expect((await fn.complete(asked, {}, testCall())).completions).toEqual(["Lima"]);
});

test.each([
  [{ prompt: "Peru?", completion: "Lima" }, ["Lima"]],
  [{ prompt: "Peru?", completion: ["Lima", "Cusco"] }, ["Lima", "Cusco"]],
  [{ prompt: "Peru?", completions: ["Lima"], note: 1 }, ["Lima"]],
  [{ prompt: "Peru?", completion: "" }, [""]],
])("the row %j answers %j", async (row, completions) => {
  expect((await recorded([row]).complete("Peru?", {}, testCall())).completions).toEqual(
    completions,
  );
});

test("an unknown prompt is an error of its sample", async () => {
  const fn = recorded([{ prompt: "Chile?", completion: "Santiago" }]);

  await expect(fn.complete(CHAT, {}, testCall())).rejects.toMatchObject({
    kind: "permanent",
    message: 'no answer is recorded to the prompt "Peru?"',
    where: "earlier.jsonl",
    fix: expect.stringContaining("match: sample_id"),
  });
});

test("answers may be found by the sample, however its prompt was written", async () => {
  const fn = recorded(
    log({ sample_id: "t.dev.7", prompt: "one way", sampled: "Lima" }, { prompt: "x", sampled: [] }),
    { match: "sample_id" },
  );

  const seven = await fn.complete("another way", {}, testCall({ sampleId: "t.dev.7" }));
  const zero = await fn.complete("another way", {}, testCall());

  expect([seven.completions, zero.completions]).toEqual([["Lima"], []]);
  await expect(fn.complete(CHAT, {}, testCall({ sampleId: "t.dev.8" }))).rejects.toThrow(
    "no answer is recorded to t.dev.8",
  );
});

test("a judge's verdicts are apart from the answers of the same sample", async () => {
  const fn = recorded(
    log({ prompt: "p", sampled: ["Lima"] }, { prompt: "q", sampled: ["Y"], purpose: "judge" }),
    { match: "sample_id" },
  );

  const verdict = await fn.complete("?", {}, testCall({ purpose: "judge" }));
  const answer = await fn.complete("?", {}, testCall());

  expect([verdict.completions, answer.completions]).toEqual([["Y"], ["Lima"]]);
});

test("several answers to the same come in turn, for each sample from the first", async () => {
  const rows = ["a", "b"].map((completion) => ({ prompt: "Peru?", completion }));
  const fn = recorded(rows);
  const ask = async (call: ReturnType<typeof testCall>) =>
    (await fn.complete("Peru?", {}, call)).completions[0];
  const [one, two, repeat] = [testCall(), testCall(), testCall({ repeat: 1 })];

  expect([await ask(one), await ask(two), await ask(one), await ask(one)]).toEqual([
    "a",
    "a",
    "b",
    "a",
  ]);
  expect([await ask(repeat), await ask(repeat)]).toEqual(["b", "a"]);
});

test.each([
  ["a row without an answer", [{ prompt: "Peru?" }], "this row records no answer"],
  ["a row without a prompt", [{ completion: "Lima" }], "this row records no answer"],
  ["a row that is none", ["Lima"], "this row records no answer"],
  ["a log without an answer", log(), '"earlier.jsonl" records no answer with a prompt'],
])("%s is refused before the run", async (_, rows, message) => {
  await expect(recorded(rows).prepare()).rejects.toThrow(message);
});

test("a bad row is named by its place", async () => {
  const rows = [{ prompt: "Peru?", completion: "Lima" }, { prompt: 3 }];

  await expect(recorded(rows).prepare()).rejects.toMatchObject({ where: "earlier.jsonl:2" });
});
