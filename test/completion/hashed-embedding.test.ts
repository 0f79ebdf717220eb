import { expect, test } from "vitest";
import { HashedEmbedding } from "../../src/completion/hashed-embedding.ts";
import { cosine } from "../../src/metrics/cosine.ts";

const fn = new HashedEmbedding({ dimensions: 65_536 });

async function nearness(one: string, other: string): Promise<number | null> {
  const { embeddings } = await fn.embed([one, other]);
  return cosine(embeddings[0] ?? [], embeddings[1] ?? []);
}

test("the order of words, their case and what stands between them make no difference", async () => {
  expect(await nearness("The harbour closes at nine.", "at nine, the HARBOUR closes")).toBeCloseTo(
    1,
  );
});

test("texts that share words are near", async () => {
  expect(await nearness("the harbour closes", "the harbour opens")).toBeCloseTo(2 / 3, 12);
});

test("scripts that are written without spaces are compared character by character", async () => {
  expect(await nearness("华山以险峻著称", "华山以险峻闻名")).toBeCloseTo(5 / 7, 12);
});

test("the same text has the same vector in every run", async () => {
  const again = new HashedEmbedding({ dimensions: 65_536 });

  expect(await again.embed(["Crème brûlée"])).toEqual(await fn.embed(["Crème brûlée"]));
});
