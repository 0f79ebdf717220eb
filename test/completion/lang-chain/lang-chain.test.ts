import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";
import { runnableClass } from "../../../src/completion/lang-chain/lang-chain.ts";
import { readOutput } from "../../../src/completion/lang-chain/lang-chain-output.ts";
import { refusal } from "../../helpers/fake-openai.ts";
import { serve, testCall, testContext } from "../contexts.ts";
import { chain, chatty } from "../fixtures/chain.ts";

function fnOf(runnable: { invoke(input: never, options?: object): unknown }, args: object = {}) {
  const Class = runnableClass(runnable as Parameters<typeof runnableClass>[0]);
  return new Class(Class.Args.parse(args), testContext({ name: "./chain.ts:chain" }));
}

/** A runnable that keeps what it was asked. */
function keeping(output: unknown) {
  const inputs: unknown[] = [];
  return {
    inputs,
    async invoke(input: unknown) {
      inputs.push(input);
      return output;
    },
  };
}

const CHAT = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Peru?" },
];

test("a chain of LangChain asks for real, under the only variable of its template", async () => {
  const server = await serve("Lima");
  const options = { configurable: { url: server.baseURL } };

  const result = await fnOf(chain, { options }).complete("Peru", { temperature: 0 }, testCall());

  expect(result).toEqual({ completions: ["Lima"], sent: { prompt: "Peru", params: {} } });
  expect(server.requests[0]?.body.messages).toEqual([
    { role: "system", content: "You name capitals." },
    { role: "human", content: "Peru" },
  ]);
});

test("a message tells model, tokens and why it ended", async () => {
  const server = await serve("Lima");
  const options = { configurable: { url: server.baseURL } };

  expect(await fnOf(chatty, { options }).complete(CHAT, {}, testCall())).toEqual({
    completions: ["Lima"],
    model: "m-1",
    usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
    finish_reason: "stop",
    sent: { prompt: "Be brief.\nUser: Peru?", params: {} },
  });
});

test("a chat model gets messages, and a text as the user's", async () => {
  const model = new FakeListChatModel({ responses: ["Lima", "Cusco"] });

  const first = await fnOf(model).complete(CHAT, {}, testCall());
  const second = await fnOf(model).complete("Peru?", {}, testCall());

  expect([first.completions, second.completions]).toEqual([["Lima"], ["Cusco"]]);
  expect([first.sent?.prompt, second.sent?.prompt]).toEqual([CHAT, "Peru?"]);
});

test.each([
  [{}, CHAT, CHAT],
  [{}, [{ role: "system", content: "Hi" }], [{ role: "user", content: "Hi" }]],
  [{ input: "text" }, CHAT, "Be brief.\nUser: Peru?"],
  [{ input: "messages" }, "Hi", [{ role: "user", content: "Hi" }]],
  [{ input_key: "q" }, "Hi", { q: "Hi" }],
  [{ input_key: "messages", input: "messages" }, CHAT, { messages: CHAT }],
])("with %j the prompt %j goes in as %j", async (args, prompt, expected) => {
  const runnable = keeping("Lima");

  await fnOf(runnable, args).complete(prompt, {}, testCall());

  expect(runnable.inputs).toEqual([expected]);
});

test.each([
  ["Lima", undefined, "Lima"],
  [
    { content: [{ type: "text", text: "Li" }, { type: "tool_use" }, { type: "text", text: "ma" }] },
    undefined,
    "Lima",
  ],
  [{ messages: [{ content: "Hm" }, { content: "Lima" }] }, undefined, "Lima"],
  [{ answer: "Lima", source: "a" }, "answer", "Lima"],
  [{ answer: { content: "Lima" } }, "answer", "Lima"],
  [{ b: 1, a: 2 }, undefined, '{"a":2,"b":1}'],
  [0, undefined, "0"],
])("the output %j with output_key %j is %j", (output, key, expected) => {
  expect(readOutput(output, key).completions).toEqual([expected]);
});

test("an output without the named field is an error that says which there are", async () => {
  const answer = fnOf(keeping({ text: "Lima", docs: [] }), { output_key: "answer" });

  await expect(answer.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    message: 'what the runnable returned has no "answer"',
    fix: "it has text, docs; set output_key",
  });
});

test.each([
  [429, "transient"],
  [401, "fatal"],
  [400, "permanent"],
  [500, "transient"],
] as const)("a refusal with status %i is %s", async (status, kind) => {
  const server = await serve(refusal(status, { message: "no" }));
  const options = { configurable: { url: server.baseURL } };

  const answer = fnOf(chain, { options }).complete("Peru", {}, testCall());

  await expect(answer).rejects.toMatchObject({
    name: "CompletionError",
    kind,
    status,
    message: "./chain.ts:chain: no",
  });
});

test("any other error of a chain stays what it is, with its stack", async () => {
  const error = new TypeError("x is undefined");
  const runnable = { invoke: () => Promise.reject(error) };

  await expect(fnOf(runnable).complete("Peru?", {}, testCall())).rejects.toBe(error);
});

test("a chain that hangs ends with its call, which it is told of", async () => {
  let signal: AbortSignal | undefined;
  const runnable = {
    invoke(_: unknown, options: { signal?: AbortSignal } = {}) {
      signal = options.signal;
      return new Promise(() => {});
    },
  };
  const controller = new AbortController();
  const reason = new Error("the run was stopped");

  const answer = fnOf(runnable).complete("Peru?", {}, testCall({ signal: controller.signal }));
  controller.abort(reason);

  await expect(answer).rejects.toBe(reason);
  expect(signal?.aborted).toBe(true);
});

test("an unknown arg is refused", () => {
  expect(() => fnOf(keeping("Lima"), { temperature: 0 })).toThrow();
});
