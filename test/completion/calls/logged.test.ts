import { expect, test } from "vitest";
import { logged } from "../../../src/completion/calls/logged.ts";
import { OpenAIText } from "../../../src/completion/openai/openai-text.ts";
import type { CompletionFn, CompletionResult } from "../../../src/core/completion.ts";
import { CompletionError } from "../../../src/core/errors.ts";
import { chatAt, serve, testCall, testContext } from "../contexts.ts";

/** A function of a user, which may return anything. */
function returning(value: unknown): CompletionFn {
  return { complete: async () => value as CompletionResult };
}

/** The events as the log has them. */
function events(call = testCall()): unknown {
  return JSON.parse(JSON.stringify(call.record.drafts));
}

test("an answer is one sampling event in the fields of openai/evals, and a few more", async () => {
  const server = await serve({ text: "Lima", model: "gpt-4o-2026-01-01" });
  const call = testCall();

  const { completions } = await logged(chatAt(server)).complete("Peru?", { temperature: 0 }, call);

  expect(completions).toEqual(["Lima"]);
  expect(events(call)).toEqual([
    {
      type: "sampling",
      data: {
        prompt: [{ role: "system", content: "Peru?" }],
        sampled: ["Lima"],
        model: "gpt-4o-2026-01-01",
        usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
        finish_reason: "stop",
        params: { temperature: 0 },
      },
    },
  ]);
});

test("the prompt of the event is the one that was sent", async () => {
  const server = await serve("Lima");
  const args = OpenAIText.Args.parse({ model: "davinci-002", base_url: server.baseURL });
  const fn = logged(new OpenAIText(args, testContext()));
  const call = testCall();

  await fn.complete(
    [
      { role: "user", content: "Peru?", name: "ann" },
      { role: "user", content: "Now!" },
    ],
    {},
    call,
  );

  expect(events(call)).toMatchObject([{ data: { prompt: "Ann: Peru?\nUser: Now!\nAssistant:" } }]);
});

test("a function that says nothing of what it sent is logged with what it was asked", async () => {
  const call = testCall();

  await logged(returning({ completions: ["Lima"] })).complete("Peru?", { max_tokens: 5 }, call);

  expect(events(call)).toEqual([
    { type: "sampling", data: { prompt: "Peru?", sampled: ["Lima"], params: { max_tokens: 5 } } },
  ]);
});

test("a verdict is logged as such", async () => {
  const call = testCall({ purpose: "judge" });

  await logged(returning("A")).complete("Which is better?", {}, call);

  expect(events(call)).toMatchObject([{ data: { sampled: ["A"], purpose: "judge" } }]);
});

test.each([
  ["R47", 0, "0"],
  ["R47", false, "false"],
  ["R47", "", ""],
  ["R68", { b: 1, a: 2 }, '{"a":2,"b":1}'],
])("%s: %o is an answer, in the log and to the eval", async (_, value, text) => {
  const call = testCall();

  const { completions } = await logged(returning(value)).complete("Peru?", {}, call);

  expect(completions).toEqual([text]);
  expect(events(call)).toMatchObject([{ data: { sampled: [text] } }]);
});

test("R20: no answer is logged as none, with the reason", async () => {
  const server = await serve({ text: null, finish_reason: "length" });
  const call = testCall();

  await logged(chatAt(server)).complete("Peru?", {}, call);

  expect(events(call)).toMatchObject([{ data: { sampled: [], finish_reason: "length" } }]);
});

test("R16: a call that failed is not logged as an empty answer", async () => {
  const server = await serve({ status: 400, body: { error: { message: "Invalid prompt" } } });
  const call = testCall();

  await expect(logged(chatAt(server)).complete("Peru?", {}, call)).rejects.toThrow(CompletionError);
  expect(events(call)).toEqual([]);
});
