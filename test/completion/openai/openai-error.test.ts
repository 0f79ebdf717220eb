import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { APIConnectionError } from "openai";
import { expect, test } from "vitest";
import { OpenAIEndpoint } from "../../../src/completion/openai/openai-client.ts";
import { requestError } from "../../../src/completion/openai/openai-error.ts";
import type { CompletionError } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/core/secrets.ts";
import { HTML, type Reply, refusal } from "../../helpers/fake-openai.ts";
import { chatAt, serve, testCall, testContext } from "../contexts.ts";

async function errorFrom(reply: Reply, context = {}): Promise<CompletionError> {
  const fn = chatAt(await serve(reply), {}, context);
  return fn.complete("Capital of Peru?", {}, testCall()).then(
    () => expect.unreachable("an answer came"),
    (error) => error,
  );
}

test.each<[string, Reply, Partial<CompletionError>]>([
  [
    "a wrong key",
    refusal(401, { message: "Incorrect API key", code: "invalid_api_key" }),
    { kind: "fatal", status: 401, code: "invalid_api_key", fix: "check the key in OPENAI_API_KEY" },
  ],
  [
    "a key without the right",
    refusal(403, { message: "No access to model gpt-4o" }),
    { kind: "fatal", status: 403, fix: "check the key in OPENAI_API_KEY" },
  ],
  [
    "an empty quota",
    refusal(429, { message: "You exceeded your quota", code: "insufficient_quota" }),
    {
      kind: "fatal",
      status: 429,
      code: "insufficient_quota",
      fix: "add credit with the provider, or raise its limit",
    },
  ],
  [
    "no credit left",
    refusal(402, { message: "Insufficient credits", code: 402 }),
    { kind: "fatal", status: 402 },
  ],
  [
    "a rate limit that says how long in milliseconds",
    refusal(429, { message: "RPM limit 3" }, { "retry-after-ms": "1500", "retry-after": "9" }),
    { kind: "transient", status: 429, retryAfterMs: 1500 },
  ],
  [
    "a rate limit that says how long in seconds",
    refusal(429, { message: "RPM limit 3" }, { "retry-after": "2" }),
    { kind: "transient", status: 429, retryAfterMs: 2000 },
  ],
  ["a request timeout", refusal(408, { message: "late" }), { kind: "transient", status: 408 }],
  ["a lock", refusal(409, { message: "locked" }), { kind: "transient", status: 409 }],
  ["a fault of the server", refusal(500, { message: "oops" }), { kind: "transient", status: 500 }],
  ["an overload", refusal(529, { message: "overloaded" }), { kind: "transient", status: 529 }],
  [
    "R16: a prompt that is refused",
    refusal(400, { message: "Invalid prompt", code: "invalid_prompt" }),
    { kind: "permanent", status: 400, code: "invalid_prompt" },
  ],
  [
    "R06: a prompt that is too long",
    refusal(400, { message: "maximum context length", code: "context_length_exceeded" }),
    { kind: "permanent", status: 400, code: "context_length_exceeded" },
  ],
  [
    "a content filter",
    refusal(400, { message: "filtered", code: "content_filter" }),
    { kind: "permanent", status: 400, code: "content_filter" },
  ],
  [
    "an option that has no remedy",
    refusal(400, { message: "no", code: "unsupported_parameter", param: "stop" }),
    { kind: "permanent", fix: "leave it out: --completion-args stop=null" },
  ],
  ["a body that is too large", refusal(413, { message: "large" }), { kind: "permanent" }],
  ["JSON that is cut off", { fault: "half" }, { kind: "transient", code: "invalid_json" }],
  ["a broken connection", { fault: "reset" }, { kind: "transient", code: "UND_ERR_SOCKET" }],
  ["a page of HTML as a success", HTML, { kind: "transient", code: "no_answer" }],
  [
    "JSON that is no completion",
    { status: 200, body: { ok: true } },
    { kind: "transient", code: "no_answer" },
  ],
  ["nothing at all", { status: 204 }, { kind: "transient", code: "no_answer" }],
  [
    "an error in the body of a success",
    { status: 200, body: { error: { message: "upstream failed" } } },
    { kind: "transient", status: undefined },
  ],
  [
    "an error with a status in the body of a success",
    { status: 200, body: { error: { message: "no such model", code: 404 } } },
    { kind: "fatal", status: 404 },
  ],
])("%s gives its kind of error", async (_, reply, expected) => {
  expect(await errorFrom(reply)).toMatchObject({ name: "CompletionError", ...expected });
});

test("R133: an unknown model is one line that also names the other endpoint", async () => {
  const error = await errorFrom(refusal(404, { message: "The model is unknown" }));

  expect(error).toMatchObject({ kind: "fatal", status: 404 });
  expect(error.message).toMatch(/^gpt-4o at 127\.0\.0\.1:\d+: 404 The model is unknown$/);
  expect(error.fix).toContain("ask it as builtin:openai-text --completion-args model=gpt-4o");
  expect(error.where).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions$/);
});

test.each([
  ["error.message", { error: { message: "no such model" } }],
  ["error as text", { error: "no such model" }],
  ["message, as vLLM", { object: "error", message: "no such model", code: 400 }],
  ["detail, as FastAPI", { detail: "no such model" }],
  ["a list of one, as Gemini", [{ error: { message: "no such model", code: 400 } }]],
])("the provider's words are found in %s", async (_, body) => {
  const error = await errorFrom({ status: 400, body });

  expect(error.message).toMatch(/: 400 no such model$/);
});

test("an error of unknown form is shown as it came", async () => {
  const error = await errorFrom({ status: 400, body: { oh: "no" } });

  expect(error.message).toMatch(/: 400 {"oh":"no"}$/);
});

test("a page of HTML in an error becomes one short line", async () => {
  const page = `<html>\n  <h1>Bad Gateway</h1>\n${"<p>filler</p>\n".repeat(1000)}</html>`;

  const { message } = await errorFrom({ status: 502, body: page });

  expect(message).toContain(": 502 <html> <h1>Bad Gateway</h1>");
  expect(message).not.toContain("\n");
  expect(message.length).toBeLessThan(600);
});

test("R122: a key that the server repeats is not in the message", async () => {
  const secrets = new Secrets();
  secrets.add("sk-CANARY-0123456789");
  const reply = refusal(400, { message: "bad header: Bearer sk-CANARY-0123456789" });

  const { message } = await errorFrom(reply, { secrets });

  expect(message).toContain("Bearer [secret]");
});

test("R01: an endpoint that never answers is a timeout of one request", async () => {
  const error = await errorFrom({ fault: "silence" }, { timeoutMs: 50 });

  expect(error).toMatchObject({ kind: "timeout", code: "timeout" });
  expect(error.message).toMatch(/: no answer within \d+(\.\d)? s$/);
});

test("a body that never ends is a timeout as well", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"choices": [');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const baseURL = `http://127.0.0.1:${port}/v1`;

  const answer = chatAt({ baseURL, requests: [], close: async () => {} }, {}, { timeoutMs: 50 })
    .complete("Capital of Peru?", {}, testCall())
    .finally(() => {
      server.closeAllConnections();
      server.close();
    });

  await expect(answer).rejects.toMatchObject({ kind: "timeout" });
});

test("an endpoint where nothing listens is named, and may come up", async () => {
  const server = await serve("unused");
  const fn = chatAt(server);
  await server.close();

  const error = await fn.complete("Capital of Peru?", {}, testCall()).catch((thrown) => thrown);

  expect(error).toMatchObject({ kind: "transient", code: "ECONNREFUSED" });
  expect(error.message).toMatch(/: nothing listens there \(ECONNREFUSED\)$/);
  expect(error.fix).toBe(`check that ${server.baseURL} is right and its server runs`);
});

test.each([
  ["SELF_SIGNED_CERT_IN_CHAIN", "fatal"],
  ["CERT_HAS_EXPIRED", "fatal"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "fatal"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "fatal"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "fatal"],
  ["ENOTFOUND", "transient"],
  ["ECONNRESET", "transient"],
  ["EAI_AGAIN", "transient"],
])("a connection that fails by %s is %s", async (code, kind) => {
  const cause = new TypeError("fetch failed", { cause: Object.assign(new Error("why"), { code }) });
  const endpoint = new OpenAIEndpoint({ base_url: "https://models.example/v1" }, testContext());
  const request = {
    model: "m",
    endpoint,
    path: "/chat/completions",
    waitedMs: 0,
    secrets: new Secrets(),
  };

  const error = await requestError(new APIConnectionError({ cause }), request);

  expect(error).toMatchObject({ kind, code });
});

test("what is no failed request, such as a bug, keeps its class and stack", async () => {
  const bug = new TypeError("x is not a function");
  const endpoint = new OpenAIEndpoint({ base_url: "https://models.example/v1" }, testContext());

  const error = await requestError(bug, {
    model: "m",
    endpoint,
    path: "/completions",
    waitedMs: 0,
    secrets: new Secrets(),
  });

  expect(error).toBe(bug);
});
