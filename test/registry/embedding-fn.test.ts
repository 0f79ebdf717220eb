import { expect, test } from "vitest";
import { fakeOpenAI } from "../helpers/fake-openai.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { errorOf, openRegistry } from "./open.ts";

const { signal } = new AbortController();
const VECTOR = { status: 200, body: { data: [{ embedding: [1, 2], index: 0 }] } };

test("a name that is nothing else is a model of OpenAI's protocol", async () => {
  const server = await stubEndpoint(VECTOR);
  const { registry } = openRegistry({});

  const fn = await registry.embeddingFn("text-embedding-3-small");

  expect((await fn.embed(["a"], signal)).embeddings).toEqual([[1, 2]]);
  expect(fn.target).toMatch(/^text-embedding-3-small at http/);
  expect(server.requests[0]?.body).toMatchObject({ model: "text-embedding-3-small" });
});

test("hashed-embedding stands in for a model, without key and network", async () => {
  const { registry } = openRegistry({});

  const fn = await registry.embeddingFn("hashed-embedding", { dimensions: 8 });
  const { embeddings } = await fn.embed(["The harbour.", "the HARBOUR", ""], signal);

  expect(embeddings[0]).toHaveLength(8);
  expect(embeddings[0]).toEqual(embeddings[1]);
  expect(embeddings[2]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("an entry names a class with its args, and what is given goes over them", async () => {
  const server = await fakeOpenAI(VECTOR);
  const { registry } = openRegistry({
    "completion_fns/near.yaml": `
local/near:
  class: openai-embedding
  args: { model: nomic, base_url: "${server.baseURL}", api_key: none-needed }
`,
  });

  const fn = await registry.embeddingFn("local/near", { model: "bge" });
  await fn.embed(["a"], signal);
  await server.close();

  expect(server.requests[0]?.body.model).toBe("bge");
});

test("a class of one's own is named by reference, or by an entry", async () => {
  const { registry } = openRegistry({
    "length.mjs":
      "export class Length { async embed(texts) { return { embeddings: texts.map((text) => [text.length]) }; } }",
    "completion_fns/own.yaml": "own/length: { class: ../length.mjs:Length }",
  });

  for (const name of ["./length.mjs:Length", "own/length"]) {
    const fn = await registry.embeddingFn(name);

    expect((await fn.embed(["abc"], signal)).embeddings).toEqual([[3]]);
  }
});

test("an entry that answers prompts is none that embeds", async () => {
  const { registry, path } = openRegistry({
    "completion_fns/fns.yaml": "own/echo: { class: echo }",
  });

  const error = await errorOf(() => registry.embeddingFn("own/echo"));

  expect(error.message).toBe('"echo" does not turn texts into vectors');
  expect(error.where).toContain(path("completion_fns/fns.yaml"));
});

test("args that the class does not take are refused", async () => {
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.embeddingFn("hashed-embedding", { dimension: 8 }));

  expect(error.message).toContain('"dimension"');
});
