import { afterEach, expect, test, vi } from "vitest";
import { HttpEndpoint } from "../../../src/completion/outside/http-endpoint.ts";
import type { CompletionFnContext } from "../../../src/core/registry-view.ts";
import { Secrets } from "../../../src/core/secrets.ts";
import { HTML, type Reply } from "../../helpers/fake-openai.ts";
import { serve, testCall, testContext } from "../contexts.ts";

/** A function before a server that gives these replies. */
async function endpoint(
  replies: readonly Reply[],
  args: object = {},
  context: Partial<CompletionFnContext> = {},
) {
  const server = await serve(...replies);
  const parsed = HttpEndpoint.Args.parse({ url: `${server.baseURL}/ask?v=1`, ...args });
  return { server, fn: new HttpEndpoint(parsed, testContext({ name: "app", ...context })) };
}

const json = (body: unknown): Reply => ({ status: 200, body: JSON.stringify(body) });

const PROMPT = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Peru? {sample.ideal}" },
];

afterEach(() => {
  vi.unstubAllEnvs();
});

test("the body is the template with its values, the answer what stands at the path", async () => {
  const { server, fn } = await endpoint([json({ out: [{ text: "Lima" }] })], {
    body: {
      input: { turns: "{messages}", question: "Q: {text}", id: "{sample_id}" },
      options: "{params}",
      heat: "{params.temperature}",
      seed: "{params.seed}",
      docs: "{sample.docs}",
      first: "{sample.docs[0]}",
      fixed: [1, true, null, "{{braces}}"],
    },
    headers: { "X-App": "v1", "Content-Type": "application/json; charset=utf-8" },
    method: "PUT",
    path: "out[0].text",
  });
  const call = testCall({ sample: { docs: ["a", "b"], ideal: "Lima" } });

  const { completions } = await fn.complete(PROMPT, { temperature: 0 }, call);

  expect(completions).toEqual(["Lima"]);
  expect(server.requests).toMatchObject([
    {
      path: "/v1/ask?v=1",
      headers: { "content-type": "application/json; charset=utf-8", "x-app": "v1" },
      body: {
        input: {
          turns: PROMPT,
          question: "Q: Be brief.\nUser: Peru? {sample.ideal}",
          id: "test.dev.0",
        },
        options: { temperature: 0 },
        heat: 0,
        seed: null,
        docs: ["a", "b"],
        first: "a",
        fixed: [1, true, null, "{braces}"],
      },
    },
  ]);
});

test("without a template prompt and messages are sent", async () => {
  const { server, fn } = await endpoint([json("Lima")]);

  const { completions } = await fn.complete("Peru?", {}, testCall());

  expect(completions).toEqual(["Lima"]);
  expect(server.requests[0]?.body).toEqual({
    prompt: "Peru?",
    messages: [{ role: "user", content: "Peru?" }],
  });
});

test.each([
  [json({ completions: ["a"], model: "m" }), {}, ["a"]],
  [json({ a: ["x", 0, false] }), { path: "a" }, ["x", "0", "false"]],
  [json({ a: 0 }), { path: "a" }, ["0"]],
  [json({ a: { b: 1 } }), { path: "a" }, ['{"b":1}']],
  [{ status: 200, body: "plain\n" }, { output: "text" }, ["plain\n"]],
])("R47, R68: the answer of %j with %j is %j", async (reply, args, expected) => {
  const { fn } = await endpoint([reply], args);

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(expected);
});

test.each([
  [
    "a wrong path",
    json({ answer: "Lima" }),
    { path: "text" },
    {
      kind: "permanent",
      message: 'the answer is not where `path` says: there is no "text": it has answer',
    },
  ],
  [
    "a page",
    HTML,
    {},
    { kind: "transient", code: "no_answer", fix: expect.stringContaining("output: text") },
  ],
  [
    "a refusal",
    { status: 422, body: { detail: "no question" } },
    {},
    { kind: "permanent", status: 422, message: expect.stringContaining("422 no question") },
  ],
  [
    "a key that is wrong",
    { status: 401, body: { error: "who are you" } },
    {},
    { kind: "fatal", status: 401, fix: "check the key in headers or header_env" },
  ],
  [
    "a wrong URL",
    { status: 404, body: "nope" },
    {},
    { kind: "fatal", status: 404, fix: "check the url" },
  ],
  [
    "a busy server",
    { status: 429, body: "", headers: { "retry-after": "7" } },
    {},
    { kind: "transient", status: 429, retryAfterMs: 7000 },
  ],
  [
    "a broken server",
    { status: 503, body: "<h1>down</h1>" },
    {},
    { kind: "transient", status: 503 },
  ],
  ["a connection that breaks", { fault: "reset" }, {}, { kind: "transient" }],
] as const)("%s is an error of its kind", async (...[, reply, args, error]) => {
  const { fn } = await endpoint([reply], args);

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    name: "CompletionError",
    ...error,
  });
});

test("nobody at the address is said so", async () => {
  const args = HttpEndpoint.Args.parse({ url: "http://127.0.0.1:1/ask" });
  const fn = new HttpEndpoint(args, testContext({ name: "app" }));

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "transient",
    code: "ECONNREFUSED",
    message: "app at 127.0.0.1:1: nothing listens there (ECONNREFUSED)",
  });
});

test("a server that stays silent is waited for as long as its limit says", async () => {
  const { fn } = await endpoint([{ fault: "silence" }], { timeout: 0.2 });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "timeout",
    message: "app: no answer within 0.2 s",
  });
});

test("a field that the row lacks is an error of the sample, before anything is sent", async () => {
  const { server, fn } = await endpoint([json("Lima")], { body: { docs: "{sample.docs}" } });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toThrow(
    'the body cannot be filled: there is no "sample.docs": "sample" has input, ideal',
  );
  expect(server.requests).toEqual([]);
});

test("R122: headers of the environment are sent and shown nowhere", async () => {
  vi.stubEnv("APP_TOKEN", "CANARY-token");
  vi.stubEnv("APP_USER", "CANARY-user-ann");
  const secrets = new Secrets();
  const header_env = { authorization: "Bearer {APP_TOKEN}", "x-user": "APP_USER" };
  const echo: Reply = ({ headers }) => ({ status: 400, body: headers["authorization"] });
  const { server, fn } = await endpoint([echo], { header_env }, { secrets });

  const message = await fn.complete("Peru?", {}, testCall()).catch(String);

  expect(server.requests[0]?.headers).toMatchObject({
    authorization: "Bearer CANARY-token",
    "x-user": "CANARY-user-ann",
  });
  expect(message).toContain("400 Bearer [secret]");
  expect(secrets.redact("CANARY-user-ann")).toBe("[secret]");
});

test("a header whose variable is not set is refused when it is made, and told by the listing", async () => {
  const header_env = { authorization: "Bearer {APP_TOKEN_NOT_SET}" };

  await expect(endpoint([], { header_env })).rejects.toThrow(
    "APP_TOKEN_NOT_SET, which header_env names, is not set",
  );
  expect(await HttpEndpoint.needs({ header_env }, async () => [])).toEqual([
    "set APP_TOKEN_NOT_SET",
  ]);
});

test.each([
  ["an unknown placeholder", { body: "{promt}" }, 'asks for "{promt}"'],
  ["a lone brace", { body: { a: ["{"] } }, 'a lone "{"'],
  ["a path that is none", { path: "a..b" }, '"a..b" is no path'],
])("%s is refused when it is made", async (_, args, message) => {
  await expect(endpoint([], args)).rejects.toThrow(message);
});

test.each([
  ["no URL", { url: "localhost:80" }],
  ["another protocol", { url: "ftp://a.b/c" }],
  ["a method without a body", { url: "http://a.b", method: "GET" }],
])("%s is refused", (_, args) => {
  expect(HttpEndpoint.Args.safeParse(args).success).toBe(false);
});
