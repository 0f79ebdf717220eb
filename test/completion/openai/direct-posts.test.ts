import { expect, test } from "vitest";
import { connectOpenAI } from "../../../src/completion/openai/openai-sdk.ts";
import { serve } from "../contexts.ts";

const BODY = { model: "gpt-4o", messages: [{ role: "user", content: "Péru?" }], temperature: 0 };
const PATH = "/chat/completions";

const OPTIONS = {
  apiKey: "sk-test-0123456789",
  organization: "org-1",
  project: "proj-1",
  defaultHeaders: { "X-Team": "evals" },
  timeout: 60_000,
};

test("a request has the headers and the body that the SDK's client gives it", async () => {
  const server = await serve("Lima");
  const { client, direct } = await connectOpenAI({ ...OPTIONS, baseURL: server.baseURL });

  await client.post(PATH, { body: BODY });
  await direct.post(PATH, BODY, {});
  await direct.post(PATH, BODY, {});

  const [bySdk, ...byUs] = server.requests.map(({ path, headers, body }) => {
    return { path, headers: ownHeaders(headers), body };
  });
  expect(bySdk).toMatchObject({ headers: { "x-team": "evals" }, body: BODY });
  expect(byUs).toEqual([bySdk, bySdk]);
});

test("nothing but what is asked is sent", async () => {
  const server = await serve("Lima");
  const { direct } = await connectOpenAI({ ...OPTIONS, baseURL: server.baseURL });

  await Promise.all([direct.post(PATH, BODY, {}), direct.post(PATH, BODY, {})]);

  expect(server.requests).toHaveLength(2);
});

test("an answer that is late ends the request", async () => {
  const server = await serve({ fault: "silence" });
  const { direct } = await connectOpenAI({ ...OPTIONS, baseURL: server.baseURL });

  await expect(direct.post(PATH, BODY, { timeoutMs: 20 })).rejects.toMatchObject({
    message: "Request timed out.",
  });
});

/** Those of the connection are the transport's business. */
function ownHeaders(headers: object): object {
  const ofConnection =
    /^(host|connection|content-length|accept-(language|encoding)|sec-fetch-mode)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)));
}
