import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { openTransport } from "../../../src/completion/openai/transport.ts";
import { connectProxy } from "../connect-proxy.ts";
import { serve } from "../contexts.ts";

const POST = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a request arrives with method, path, query, headers and body", async () => {
  const server = await serve({ status: 201, body: { ok: true }, headers: { "x-request-id": "r" } });
  const fetch = await openTransport();

  const response = await fetch(`${server.baseURL}/models?a=1`, { ...POST, body: '{"é":"😀"}' });

  expect(server.requests).toMatchObject([
    { path: "/v1/models?a=1", headers: POST.headers, body: { é: "😀" } },
  ]);
  expect(response.status).toBe(201);
  expect(response.headers.get("x-request-id")).toBe("r");
  expect(await response.json()).toEqual({ ok: true });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const)(
  "an answer that comes as %s unasked is read, and not asked for twice",
  async (encoding, compress) => {
    const body = compress(Buffer.from('{"ok":true}'));
    const server = await serve({ status: 200, body, headers: { "content-encoding": encoding } });
    const fetch = await openTransport();

    const response = await fetch(server.baseURL, POST);

    expect(await response.json()).toEqual({ ok: true });
    expect(server.requests).toHaveLength(1);
  },
);

test("an encoding that is unknown is named", async () => {
  const server = await serve({ status: 200, headers: { "content-encoding": "zstd" } });
  const fetch = await openTransport();

  await expect(fetch(server.baseURL, POST)).rejects.toThrow('content-encoding "zstd"');
});

test("a redirect is followed, and the body goes along", async () => {
  const elsewhere = await serve({ status: 200, body: { ok: true } });
  const away = await serve({ status: 307, headers: { location: `${elsewhere.baseURL}/chat` } });
  const fetch = await openTransport();

  const response = await fetch(away.baseURL, { ...POST, body: '{"a":1}' });

  expect(await response.json()).toEqual({ ok: true });
  expect(elsewhere.requests).toMatchObject([{ path: "/v1/chat", body: { a: 1 } }]);
});

test("an event stream is handed on as it comes", async () => {
  const body = "data: one\n\ndata: [DONE]\n\n";
  const server = await serve({
    status: 200,
    body,
    headers: { "content-type": "text/event-stream" },
  });
  const fetch = await openTransport();

  const response = await fetch(server.baseURL, {
    ...POST,
    headers: { ...POST.headers, accept: "text/event-stream" },
  });

  expect(response.body).toBeInstanceOf(ReadableStream);
  expect(await response.text()).toBe(body);
});

test("an aborted request ends as one", async () => {
  const controller = new AbortController();
  const server = await serve(() => {
    controller.abort();
    return { fault: "silence" };
  });
  const fetch = await openTransport();

  const answer = fetch(server.baseURL, { ...POST, signal: controller.signal });

  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
});

test("a proxy whose address is none is told by its variables", async () => {
  vi.stubEnv("HTTP_PROXY", "http://");

  await expect(openTransport()).rejects.toMatchObject({
    name: "ConfigError",
    message: "HTTP_PROXY or HTTPS_PROXY is not the address of a proxy",
  });
});

test("proxies of the environment are used, but for the hosts of NO_PROXY", async () => {
  const server = await serve({ status: 200, body: {} });
  const proxy = await connectProxy();
  vi.stubEnv("HTTP_PROXY", proxy.url);
  const fetch = await openTransport();

  await fetch(server.baseURL, POST);
  expect(proxy.asked).toEqual([new URL(server.baseURL).host]);

  vi.stubEnv("NO_PROXY", "127.0.0.1");
  await fetch(server.baseURL, POST);
  expect(proxy.asked).toHaveLength(1);
  expect(server.requests).toHaveLength(2);
});
