import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import * as anthropic from "@ai-sdk/anthropic";
import * as sdk from "ai";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { AiSdk } from "../../../src/completion/ai-sdk/ai-sdk.ts";
import type { CompletionFnContext } from "../../../src/core/registry-view.ts";
import { HTML, type HttpReply, type Reply } from "../../helpers/fake-openai.ts";
import { serve, type TestContext, testCall, testContext } from "../contexts.ts";

/** A message as Anthropic's API sends it. */
function message(...content: readonly object[]): HttpReply {
  const usage = { input_tokens: 7, output_tokens: 2, cache_read_input_tokens: 3 };
  const body = { id: "m", type: "message", role: "assistant", model: "claude-1-b" };
  return { status: 200, body: { ...body, content, stop_reason: "end_turn", usage } };
}

const LIMA = message({ type: "text", text: "Lima" });
const MODEL = "anthropic/claude-sonnet-4-5";

const PACKAGES: Readonly<Record<string, object>> = { ai: sdk, "@ai-sdk/anthropic": anthropic };

function context(overrides: Partial<CompletionFnContext> = {}): TestContext {
  return testContext({
    importPackage: async (name) => PACKAGES[name] as Record<string, unknown> | undefined,
    ...overrides,
  });
}

/** A Claude before a server that gives these replies. */
async function claude(replies: readonly Reply[], args: object = {}, shared = context()) {
  const server = await serve(...replies);
  const base = { model: MODEL, base_url: server.baseURL, api_key: "key-of-anthropic" };
  return { server, shared, fn: new AiSdk(AiSdk.Args.parse({ ...base, ...args }), shared) };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a provider's model is asked by its own API, with the options of the call in its names", async () => {
  const { server, fn } = await claude([LIMA], {
    top_k: 5,
    temperature: null,
    headers: { "x-app": "v1" },
    provider_options: { anthropic: { effort: "low" } },
  });
  const prompt = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Peru?" },
  ];
  const params = { temperature: 0, max_tokens: 9, stop: "\n" };

  const result = await fn.complete(prompt, params, testCall());

  expect(result).toEqual({
    completions: ["Lima"],
    model: "claude-1-b",
    usage: {
      prompt_tokens: 10,
      completion_tokens: 2,
      total_tokens: 12,
      prompt_tokens_details: { cached_tokens: 3 },
    },
    finish_reason: "stop",
    sent: { prompt, params: { max_tokens: 9, stop: "\n", top_k: 5 } },
  });
  expect(server.requests).toMatchObject([
    {
      path: "/v1/messages",
      headers: { "x-api-key": "key-of-anthropic", "x-app": "v1" },
      body: {
        model: "claude-sonnet-4-5",
        max_tokens: 9,
        stop_sequences: ["\n"],
        top_k: 5,
        output_config: { effort: "low" },
        system: [{ text: "Be brief." }],
        messages: [{ role: "user", content: [{ text: "Peru?" }] }],
      },
    },
  ]);
  expect(server.requests[0]?.body).not.toHaveProperty("temperature");
});

test("ruling 29: a lone system message is sent as the user's, and the log shows it", async () => {
  const { server, fn } = await claude([LIMA]);

  const { sent } = await fn.complete("Peru?", {}, testCall());

  expect(sent?.prompt).toEqual([{ role: "user", content: "Peru?" }]);
  expect(server.requests[0]?.body).toMatchObject({
    messages: [{ role: "user", content: [{ text: "Peru?" }] }],
  });
});

test("images go along, other parts are an error of the sample", async () => {
  const { server, fn } = await claude([LIMA]);
  const image = { type: "image_url", image_url: { url: "https://example.org/a.png" } };
  const ask = (part: { type: string }) =>
    fn.complete([{ role: "user", content: [{ type: "text", text: "?" }, part] }], {}, testCall());

  await ask(image);

  expect(server.requests[0]?.body.messages[0].content[1]).toMatchObject({
    type: "image",
    source: { url: "https://example.org/a.png" },
  });
  await expect(ask({ type: "input_audio" })).rejects.toThrow('a part of type "input_audio"');
});

test("what was thought is kept beside the answer", async () => {
  const { fn } = await claude([
    message(
      { type: "thinking", thinking: "A capital …", signature: "s" },
      { type: "text", text: "Lima" },
    ),
  ]);

  const { completions, reasoning } = await fn.complete("Peru?", {}, testCall());

  expect([completions, reasoning]).toEqual([["Lima"], ["A capital …"]]);
});

test("R20: an answer that was cut off before its first word is none, with the reason", async () => {
  const { body, ...reply } = message();
  const { fn } = await claude([
    { ...reply, body: { ...(body as object), stop_reason: "max_tokens" } },
  ]);

  expect(await fn.complete("Peru?", {}, testCall())).toMatchObject({
    completions: [],
    finish_reason: "length",
  });
});

test("options that the SDK or the provider does not take are told of", async () => {
  const { fn, shared } = await claude([LIMA]);

  await fn.complete("Peru?", { logprobs: true, n: 1, seed: 3 }, testCall());

  expect(shared.warnings).toEqual([
    `${MODEL}: the AI SDK takes no "logprobs"; it is left out`,
    `${MODEL}: "seed" is not taken as it is`,
  ]);
});

const says = (text: string) => ({ type: "error", error: { type: "t", message: text } });

test.each([
  ["a bad request", { status: 400, body: says("bad") }, { kind: "permanent", status: 400 }],
  [
    "an empty account",
    { status: 400, body: says("Your credit balance is too low to …") },
    { kind: "fatal" },
  ],
  [
    "a wrong key",
    { status: 401, body: says("invalid x-api-key") },
    { kind: "fatal", fix: expect.stringContaining("check the key") },
  ],
  [
    "an unknown model",
    { status: 404, body: says("model: x") },
    { kind: "fatal", fix: "check the model's name" },
  ],
  [
    "a busy provider",
    { status: 429, body: says("slow down"), headers: { "retry-after": "7" } },
    { kind: "transient", status: 429, retryAfterMs: 7000 },
  ],
  [
    "an overloaded one",
    { status: 529, body: says("Overloaded") },
    { kind: "transient", status: 529 },
  ],
  ["a page", HTML, { kind: "transient", code: "no_answer" }],
  ["another body", { status: 200, body: { a: 1 } }, { kind: "transient", code: "no_answer" }],
  ["a connection that breaks", { fault: "reset" }, { kind: "transient" }],
] as const)("%s is an error of its kind, asked for once", async (_, reply, error) => {
  const { server, fn } = await claude([reply]);

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    name: "CompletionError",
    message: expect.stringContaining(`${MODEL} at 127.0.0.1`),
    ...error,
  });
  expect(server.requests).toHaveLength(1);
});

test("nobody at the address is said so", async () => {
  const { fn } = await claude([], { base_url: "http://127.0.0.1:1/v1" });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "transient",
    code: "ECONNREFUSED",
    message: expect.stringContaining("nothing listens there"),
  });
});

test("a server that hangs up may be asked again", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { fn } = await claude([], { base_url: `http://127.0.0.1:${port}/v1` });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    name: "CompletionError",
    kind: "transient",
    message: expect.stringContaining("the connection failed"),
  });
});

test("a provider that stays silent is waited for as long as the run says", async () => {
  const { fn } = await claude([{ fault: "silence" }], {}, context({ timeoutMs: 200 }));

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "timeout",
    message: `${MODEL}: no answer within 0.2 s`,
  });
});

test("a key that is not set ends the run and is named", async () => {
  vi.stubEnv("ANTHROPIC_API_KEY", undefined);
  const { fn } = await claude([LIMA], { api_key: undefined });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("API key is missing"),
    fix: "set ANTHROPIC_API_KEY",
  });
});

test("R122: the provider's own key is sent, and shown nowhere", async () => {
  vi.stubEnv("ANTHROPIC_API_KEY", "sk-CANARY-anthropic");
  const echo: Reply = ({ headers }) => ({
    status: 400,
    body: says(`you sent ${headers["x-api-key"]}`),
  });
  const { fn } = await claude([echo], { api_key: undefined });

  const error = await fn.complete("Peru?", {}, testCall()).catch((thrown) => thrown);

  expect(error.message).toContain("you sent [secret]");
});

test("a key may be in a variable of one's own", async () => {
  vi.stubEnv("MY_CLAUDE_KEY", "key-of-mine");
  const { server, fn } = await claude([LIMA], { api_key: undefined, api_key_env: "MY_CLAUDE_KEY" });

  await fn.complete("Peru?", {}, testCall());

  expect(server.requests[0]?.headers["x-api-key"]).toBe("key-of-mine");
});

test("a variable of one's own that is not set is refused before the first call", async () => {
  const args = { api_key: undefined, api_key_env: "MY_KEY_NOT_SET" };
  const { fn } = await claude([], args);

  await expect(fn.prepare()).rejects.toThrow("MY_KEY_NOT_SET, which api_key_env names, is not set");
  expect(await AiSdk.needs(args, async () => [])).toEqual(["set MY_KEY_NOT_SET"]);
});

test.each([
  [[], "npm install ai @ai-sdk/mistral", '"ai" and "@ai-sdk/mistral"'],
  [["ai"], "npm install @ai-sdk/mistral", '"@ai-sdk/mistral"'],
  [["@ai-sdk/mistral"], "npm install ai", '"ai"'],
])("with %j installed it is said in one line what to install", async (installed, fix, named) => {
  const shared = context({
    importPackage: async (name) => (installed.includes(name) ? {} : undefined),
  });
  const fn = new AiSdk(AiSdk.Args.parse({ model: "mistral/mistral-large" }), shared);

  await expect(fn.prepare()).rejects.toMatchObject({
    name: "ConfigError",
    message: `mistral/mistral-large is asked through ${named}, not installed here`,
    fix,
  });
});

test("any other provider is named by package and export", async () => {
  const { server, fn } = await claude([LIMA], {
    model: "vendor/claude",
    provider: "@ai-sdk/anthropic:createAnthropic",
  });

  await fn.complete("Peru?", {}, testCall());

  expect(server.requests[0]?.body.model).toBe("vendor/claude");
});

test("an export that a package lacks is named with a near one", async () => {
  const { fn } = await claude([], { provider: "@ai-sdk/anthropic:createAntropic" });

  await expect(fn.prepare()).rejects.toMatchObject({
    message: '"@ai-sdk/anthropic" exports no "createAntropic"',
    fix: 'did you mean "createAnthropic"?',
  });
});

test.each([
  ["a model without a provider", { model: "claude-sonnet-4-5" }],
  ["an unknown provider", { model: "antropic/claude" }],
  ["a provider without an export", { model: "m", provider: "@x/y" }],
  ["an unknown arg", { model: MODEL, temprature: 0 }],
])("%s is refused", (_, args) => {
  expect(AiSdk.Args.safeParse(args).success).toBe(false);
});
