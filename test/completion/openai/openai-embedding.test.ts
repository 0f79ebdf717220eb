import { expect, test } from "vitest";
import { retryingEmbedding } from "../../../src/completion/calls/retry.ts";
import { OpenAIEmbedding } from "../../../src/completion/openai/openai-embedding.ts";
import { type Reply, refusal } from "../../helpers/fake-openai.ts";
import { serve, testContext } from "../contexts.ts";

const SIGNAL = new AbortController().signal;

async function embedding(...replies: readonly Reply[]) {
  const server = await serve(...replies);
  const args = { model: "embed-1", base_url: server.baseURL };
  return { server, fn: new OpenAIEmbedding(args, testContext()) };
}

function vectorsReply(...vectors: readonly (readonly number[])[]): Reply {
  const data = vectors.map((vector, index) => ({ index, embedding: vector }));
  return { status: 200, body: { data, model: "embed-1-b", usage: { total_tokens: 3 } } };
}

test("texts are embedded in one request, in their order", async () => {
  const reply = { index: 1, embedding: [0, 1] };
  const { server, fn } = await embedding({
    status: 200,
    body: {
      data: [reply, { index: 0, embedding: [1, 0] }],
      model: "m",
      usage: { total_tokens: 3 },
    },
  });

  expect(await fn.embed(["a", "b"], SIGNAL)).toEqual({
    embeddings: [
      [1, 0],
      [0, 1],
    ],
    model: "m",
    usage: { total_tokens: 3 },
  });
  expect(server.requests).toMatchObject([
    {
      path: "/v1/embeddings",
      body: { model: "embed-1", input: ["a", "b"], encoding_format: "float" },
    },
  ]);
});

test.each([
  ["a wrong key", refusal(401, { message: "bad key" }), { kind: "fatal", status: 401 }],
  ["a text that is too long", refusal(400, { message: "too long" }), { kind: "permanent" }],
  ["one vector too few", vectorsReply([1]), { kind: "transient", code: "no_answer" }],
  ["something else", { status: 200, body: { a: 1 } }, { code: "no_answer" }],
] as const)("%s is an error of its kind", async (_, reply, error) => {
  const { fn } = await embedding(reply);

  await expect(fn.embed(["a", "b"], SIGNAL)).rejects.toMatchObject(error);
});

test("an unknown model is said to be one, not to be asked as a chat", async () => {
  const { fn } = await embedding(refusal(404, { message: "no such model" }));

  const error = await fn.embed(["a"], SIGNAL).catch((thrown) => thrown);

  expect(error).toMatchObject({ kind: "fatal", status: 404 });
  expect(error.fix).not.toContain("builtin:openai");
});

test("a busy server is asked again", async () => {
  const { fn } = await embedding(refusal(429, { message: "busy" }), vectorsReply([1, 0]));
  const time = { now: () => 0, wait: async () => {} };

  const { embeddings } = await retryingEmbedding(fn, { time }).embed(["a"], SIGNAL);

  expect(embeddings).toEqual([[1, 0]]);
});

test("an aborted call ends with the signal's reason", async () => {
  const { fn } = await embedding({ fault: "silence" });
  const reason = new Error("the run was stopped");
  const controller = new AbortController();

  const answer = fn.embed(["a"], controller.signal);
  controller.abort(reason);

  await expect(answer).rejects.toBe(reason);
});
