import { expect, test } from "vitest";
import { logged } from "../../../src/completion/calls/logged.ts";
import { OpenAIChat } from "../../../src/completion/openai/openai-chat.ts";
import { chatAt, serve, testCall } from "../contexts.ts";

const QUESTION = [
  { role: "system", content: "Answer with one word." },
  { role: "user", content: "What is the capital of Peru?", name: "ann" },
];

test("a chat is sent as it is, and the answer comes with model, usage and finish_reason", async () => {
  const usage = { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached: 4 } };
  const server = await serve({
    text: "Lima",
    model: "gpt-4o-2026-01-01",
    usage,
    finish_reason: "stop",
  });

  const result = await chatAt(server).complete(QUESTION, { temperature: 0 }, testCall());

  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  expect(server.requests[0]?.body).toEqual({
    model: "gpt-4o",
    messages: QUESTION,
    temperature: 0,
  });
  expect(result).toEqual({
    completions: ["Lima"],
    model: "gpt-4o-2026-01-01",
    usage,
    finish_reason: "stop",
    sent: { prompt: QUESTION, params: { temperature: 0 } },
  });
});

test.each([
  ["a system message, as in openai/evals", {}, "system"],
  ["a user message with text_role: user", { text_role: "user" }, "user"],
])("a prompt that is plain text becomes %s", async (_, args, role) => {
  const server = await serve("Lima");

  await chatAt(server, args).complete("Capital of Peru?", {}, testCall());

  expect(server.requests[0]?.body.messages).toEqual([{ role, content: "Capital of Peru?" }]);
});

test("R23: options in the args reach the request as JSON numbers, over those of the eval", async () => {
  const server = await serve("Lima");
  const fn = chatAt(server, { temperature: 0.5, max_tokens: 10 });

  await fn.complete("Capital of Peru?", { temperature: 0, top_p: 1 }, testCall());

  expect(server.requests[0]?.body).toMatchObject({ temperature: 0.5, max_tokens: 10, top_p: 1 });
});

test("R23: an unknown key of the args is refused by its name", () => {
  const { error } = OpenAIChat.Args.safeParse({ model: "gpt-4o", temprature: 0.5 });

  expect(error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["temprature"] }]);
});

test("extra_options win over everything, and null leaves an option out", async () => {
  const server = await serve("Lima");
  const fn = chatAt(server, {
    temperature: null,
    n: 1,
    extra_options: { n: 3, max_tokens: null, metadata: { team: "a" } },
    n_ctx: 8192,
  });

  await fn.complete("Capital of Peru?", { temperature: 0, max_tokens: 5, n: 2 }, testCall());

  const { messages: _, ...options } = server.requests[0]?.body ?? {};
  expect(options).toEqual({ model: "gpt-4o", n: 3, metadata: { team: "a" } });
});

test("extra_body is sent as it is, null as well", async () => {
  const server = await serve("Lima");
  const fn = chatAt(server, { extra_body: { guided_json: null, top_k: 4 } });

  const { sent } = await fn.complete("Capital of Peru?", {}, testCall());

  expect(server.requests[0]?.body).toMatchObject({ guided_json: null, top_k: 4 });
  expect(sent?.params).toEqual({ guided_json: null, top_k: 4 });
});

test("each choice is a completion, and a content of parts is their text", async () => {
  const parts = [
    { type: "text", text: "Li" },
    { type: "text", text: "ma" },
  ];
  const choices = ["Lima.", parts].map((content) => ({ message: { content } }));
  const server = await serve({ status: 200, body: { choices } });

  const { completions } = await chatAt(server).complete(QUESTION, { n: 2 }, testCall());

  expect(completions).toEqual(["Lima.", "Lima"]);
});

test("R20: a content of null is no answer, and is not asked for again", async () => {
  const server = await serve({ text: null, finish_reason: "length" });

  const result = await chatAt(server).complete(QUESTION, {}, testCall());

  expect(result).toMatchObject({ completions: [], finish_reason: "length" });
  expect(server.requests).toHaveLength(1);
});

const CALL = {
  id: "call_1",
  type: "function",
  function: { name: "get_weather", arguments: '{"unit": "C", "city": "Lima"}' },
};

test("R20: among several answers a content of null is an empty one, so that all keep their places", async () => {
  const server = await serve({ text: ["A", null, "C"], finish_reason: "length" });

  const result = await chatAt(server).complete(QUESTION, { n: 3 }, testCall());

  expect(result).toMatchObject({
    completions: ["A", "", "C"],
    finish_reasons: ["length", "length", "length"],
  });
});

test("R20: reasoning that the server tells apart is kept, also where it used all tokens", async () => {
  const server = await serve(
    { text: "Lima", reasoning: "Peru, so Lima." },
    { text: null, reasoning: "Peru, hm", finish_reason: "length" },
  );
  const fn = chatAt(server);

  expect(await fn.complete(QUESTION, {}, testCall())).toMatchObject({
    completions: ["Lima"],
    reasoning: ["Peru, so Lima."],
  });
  expect(await fn.complete(QUESTION, {}, testCall())).toMatchObject({
    completions: [],
    reasoning: ["Peru, hm"],
    finish_reason: "length",
  });
});

test("reasoning is also read by its other name", async () => {
  const message = { content: "Lima", reasoning: "Peru, so Lima." };
  const server = await serve({ status: 200, body: { choices: [{ message }] } });

  const { reasoning } = await chatAt(server).complete(QUESTION, {}, testCall());

  expect(reasoning).toEqual(["Peru, so Lima."]);
});

test("a refusal is the answer where there is no other, and marked as one", async () => {
  const server = await serve({ text: null, refusal: "I cannot help with that." });

  const result = await chatAt(server).complete(QUESTION, {}, testCall());

  expect(result).toMatchObject({ completions: ["I cannot help with that."], refusal: true });
});

test.each([[null], [""]])(
  "calls of tools are text that can be matched where the content is %j",
  async (text) => {
    const server = await serve({ text, tool_calls: [CALL], finish_reason: "tool_calls" });

    const result = await chatAt(server).complete(QUESTION, {}, testCall());

    expect(result).toMatchObject({
      completions: [
        '{"tool_calls":[{"arguments":{"city":"Lima","unit":"C"},"name":"get_weather"}]}',
      ],
      tool_calls: [CALL],
      finish_reason: "tool_calls",
    });
  },
);

test("calls of tools beside a content are recorded, and the content is the answer", async () => {
  const server = await serve({ text: "I look it up.", tool_calls: [CALL] });
  const call = testCall();

  const { completions } = await logged(chatAt(server)).complete(QUESTION, {}, call);

  expect(completions).toEqual(["I look it up."]);
  expect(call.record.drafts).toMatchObject([{ data: { tool_calls: [CALL] } }]);
});

test.each([
  [
    "arguments that are no JSON",
    { function: { name: "f", arguments: "{cut" } },
    '{"tool_calls":[{"arguments":"{cut","name":"f"}]}',
  ],
  [
    "a custom tool",
    { type: "custom", custom: { name: "f", input: "x y" } },
    '{"tool_calls":[{"arguments":"x y","name":"f"}]}',
  ],
  ["no arguments", { function: { name: "f" } }, '{"tool_calls":[{"arguments":{},"name":"f"}]}'],
])("a call with %s is text as well", async (_, call, text) => {
  const server = await serve({ text: null, tool_calls: [call] });

  const { completions } = await chatAt(server).complete(QUESTION, {}, testCall());

  expect(completions).toEqual([text]);
});

test("R125: usage that the server does not state stays unknown", async () => {
  const server = await serve({ text: "Lima", usage: null });

  const { usage } = await chatAt(server).complete(QUESTION, {}, testCall());

  expect(usage).toBeUndefined();
});

test("JSON that calls itself plain text is read all the same", async () => {
  const server = await serve({ text: "Lima", headers: { "content-type": "text/plain" } });

  const { completions } = await chatAt(server).complete(QUESTION, {}, testCall());

  expect(completions).toEqual(["Lima"]);
});

test("a name with a prefix goes to other endpoints as it is, for there it is the model's name", async () => {
  const server = await serve("Lima");

  await chatAt(server, { model: "openai/gpt-oss-20b" }).complete(QUESTION, {}, testCall());

  expect(server.requests[0]?.body.model).toBe("openai/gpt-oss-20b");
});

test("a call that is aborted ends at once with the signal's reason", async () => {
  const controller = new AbortController();
  const server = await serve(() => {
    controller.abort(new Error("the run was stopped"));
    return { fault: "silence" };
  });

  const answer = chatAt(server).complete(QUESTION, {}, testCall({ signal: controller.signal }));

  await expect(answer).rejects.toThrow("the run was stopped");
});
