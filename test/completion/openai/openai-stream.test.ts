import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { retrying } from "../../../src/completion/calls/retry.ts";
import { OpenAIChat } from "../../../src/completion/openai/openai-chat.ts";
import { OpenAIResponses } from "../../../src/completion/openai/openai-responses.ts";
import { OpenAIText } from "../../../src/completion/openai/openai-text.ts";
import type { CompletionFnContext } from "../../../src/core/registry-view.ts";
import { type FakeRequest, type Reply, refusal } from "../../helpers/fake-openai.ts";
import { chatAt, serve, testCall, testContext } from "../contexts.ts";

const STREAM = { stream: true };

/** As an endpoint that answers in no other way. */
function streamOnly(answer: Reply) {
  return ({ body }: FakeRequest): Reply =>
    body.stream ? answer : refusal(400, { message: "Stream must be set to true" });
}

test.each([
  { name: "chat", Class: OpenAIChat, path: "/v1/chat/completions" },
  { name: "text", Class: OpenAIText, path: "/v1/completions" },
  { name: "responses", Class: OpenAIResponses, path: "/v1/responses" },
])("$name by a server that only streams is the same as in one piece", async ({ Class, path }) => {
  const answer = { text: "The capital is Lima.", model: "m-1", finish_reason: "length" };
  const server = await serve(streamOnly(answer));
  const other = await serve(answer);
  const ask = (base_url: string, args: object) => {
    const parsed = Class.Args.parse({ model: "m", base_url, ...args });
    return new Class(parsed, testContext()).complete("Peru?", {}, testCall());
  };

  const { sent, ...streamed } = await ask(server.baseURL, STREAM);
  const { sent: _, ...whole } = await ask(other.baseURL, {});

  expect(streamed).toEqual(whole);
  expect(streamed.usage).toMatchObject({ total_tokens: 9 });
  expect(sent?.params).toMatchObject({ stream: true });
  expect(server.requests[0]).toMatchObject({ path, headers: { accept: "text/event-stream" } });
});

test("reasoning, refusals, calls of tools and several choices grow piece by piece", async () => {
  const call = { id: "call_1", type: "function", function: { name: "f", arguments: '{"a": 12}' } };
  const server = await serve(
    { text: ["Lima", "Cusco"], reasoning: "Peru, so" },
    { text: null, refusal: "I cannot." },
    { text: null, tool_calls: [call, { ...call, id: "call_2" }], finish_reason: "tool_calls" },
  );
  const fn = chatAt(server, STREAM);
  const ask = () => fn.complete("Peru?", {}, testCall());

  expect(await ask()).toMatchObject({
    completions: ["Lima", "Cusco"],
    reasoning: ["Peru, so", "Peru, so"],
    finish_reasons: ["stop", "stop"],
  });
  expect(await ask()).toMatchObject({ completions: ["I cannot."], refusal: true });
  expect(await ask()).toMatchObject({
    tool_calls: [call, { ...call, id: "call_2" }],
    finish_reason: "tool_calls",
  });
});

test("stream_options that a server refuses are learnt away, and then usage is unknown", async () => {
  const server = await serve(({ body }) =>
    body.stream_options
      ? refusal(400, { message: "Unrecognized request argument supplied: stream_options" })
      : "Lima",
  );
  const fn = chatAt(server, STREAM);

  const answers = [
    await fn.complete("A?", {}, testCall()),
    await fn.complete("B?", {}, testCall()),
  ];

  expect(answers.map(({ completions }) => completions)).toEqual([["Lima"], ["Lima"]]);
  expect(answers[0]?.usage).toBeUndefined();
  expect(server.requests).toHaveLength(3);
});

test("a server that streams unasked is read as well, and so is one that will not stream", async () => {
  const chunk = { choices: [{ index: 0, delta: { content: "Lima" }, finish_reason: "stop" }] };
  const unasked = await serve({ events: [chunk] });
  const unwilling = await serve({
    status: 200,
    body: { choices: [{ message: { content: "Lima" } }] },
  });

  const streamed = await chatAt(unasked).complete("Peru?", {}, testCall());
  const whole = await chatAt(unwilling, STREAM).complete("Peru?", {}, testCall());

  expect(streamed.completions).toEqual(["Lima"]);
  expect(whole.completions).toEqual(["Lima"]);
});

const HALF = [{ choices: [{ index: 0, delta: { content: "Li" } }] }];

test.each<[string, Reply, object]>([
  ["ends early", { events: HALF, end: "close" }, {}],
  ["ends early with its mark", { events: HALF }, {}],
  ["ends before it begins", { events: [] }, {}],
  ["breaks off", { events: HALF, end: "reset" }, { code: "UND_ERR_SOCKET" }],
  ["holds an error", { events: [...HALF, { error: { message: "overloaded" } }] }, {}],
])("a stream that %s is an error that may pass", async (_, reply, expected) => {
  const server = await serve(reply);

  const answer = chatAt(server, STREAM).complete("Peru?", {}, testCall());

  await expect(answer).rejects.toMatchObject({
    name: "CompletionError",
    kind: "transient",
    ...expected,
  });
});

test.each<[string, unknown]>([
  ["ends early", { type: "response.created", response: {} }],
  [
    "fails",
    { type: "response.failed", response: { error: { code: "server_error", message: "x" } } },
  ],
  ["holds an error", { type: "error", code: "server_error", message: "x" }],
])("a stream of a response that %s is an error that may pass", async (_, event) => {
  const { baseURL } = await serve({ events: [event], end: "close" });
  const args = OpenAIResponses.Args.parse({ model: "m", base_url: baseURL, ...STREAM });

  const answer = new OpenAIResponses(args, testContext()).complete("Peru?", {}, testCall());

  await expect(answer).rejects.toMatchObject({ name: "CompletionError", kind: "transient" });
});

test("a stream with broken JSON is an error that may pass", async () => {
  const server = await serve({
    status: 200,
    body: 'data: {"choices": [{"del\n\n',
    headers: { "content-type": "text/event-stream" },
  });

  const answer = chatAt(server, STREAM).complete("Peru?", {}, testCall());

  await expect(answer).rejects.toMatchObject({ kind: "transient", code: "invalid_json" });
});

test("a stream that was cut is asked for again", async () => {
  const server = await serve({ events: HALF, end: "close" }, "Lima");
  const time = { now: () => 0, wait: async () => {} };

  const { completions } = await retrying(chatAt(server, STREAM), { time }).complete(
    "Peru?",
    {},
    testCall(),
  );

  expect(completions).toEqual(["Lima"]);
});

/** A server whose stream never ends: a piece now, and another whenever one was read. */
async function drippingServer(pieces: number): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < pieces) response.write(`data: ${JSON.stringify(HALF[0])}\n\n`);
    }, 10);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function askDripping(
  pieces: number,
  context: Partial<CompletionFnContext>,
  signal?: AbortSignal,
) {
  const baseURL = await drippingServer(pieces);
  const fn = chatAt({ baseURL, requests: [], close: async () => {} }, STREAM, context);
  return fn.complete("Peru?", {}, testCall(signal ? { signal } : {}));
}

test.each([
  ["drips on", 1_000_000],
  ["falls silent", 1],
])("R01: a stream that %s for ever is bounded by the time for one request", async (_, pieces) => {
  await expect(askDripping(pieces, { timeoutMs: 100 })).rejects.toMatchObject({
    kind: "timeout",
    code: "timeout",
    message: expect.stringMatching(/: no answer within \d+(\.\d)? s$/),
  });
});

test("a stream ends at once when its call is aborted, with the signal's reason", async () => {
  const controller = new AbortController();
  const server = await serve(() => {
    controller.abort(new Error("the run was stopped"));
    return { events: HALF, end: "silence" };
  });

  const answer = chatAt(server, STREAM).complete(
    "Peru?",
    {},
    testCall({ signal: controller.signal }),
  );

  await expect(answer).rejects.toThrow("the run was stopped");
});

test("a server that only streams is told by its refusal, with the remedy", async () => {
  const server = await serve(streamOnly("Lima"));

  const answer = chatAt(server).complete("Peru?", {}, testCall());

  await expect(answer).rejects.toMatchObject({
    kind: "permanent",
    fix: "ask for a stream: --completion-args stream=true",
  });
});
