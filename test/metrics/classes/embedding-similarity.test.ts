import { expect, test } from "vitest";
import { CompletionError } from "../../../src/core/errors.ts";
import { EmbeddingSimilarity } from "../../../src/metrics/classes/embedding-similarity.ts";
import {
  embedding,
  makeMetric,
  sampleContext,
  scoreInput,
  scoreOne,
} from "../../helpers/scoring.ts";
import { vectors } from "../../helpers/vectors.ts";

const INPUT = { response: "a", references: ["b"] };

interface Arithmetic {
  readonly metric: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly cosine: number;
  readonly score: number;
}

const rows = vectors<Arithmetic>("judge-arithmetic").filter(
  ({ metric }) => metric === "embedding_similarity",
);

test.each(rows)("vectors $a and $b score $score", async ({ a, b, cosine, score }) => {
  const { scores, details } = await scoreOne(EmbeddingSimilarity, {
    input: INPUT,
    context: { embedding: embedding({ a, b }) },
  });

  expect(scores["embedding_similarity"]).toBeCloseTo(score, 9);
  expect(details?.["cosine"]).toBeCloseTo(cosine, 9);
});

test("a cosine never exceeds 1, whatever is rounded", async () => {
  const a = [0.1, 0.7, 0.3];

  const { scores } = await scoreOne(EmbeddingSimilarity, {
    input: INPUT,
    context: { embedding: embedding({ a, b: a.map((value) => value * 3) }) },
  });

  expect(scores["embedding_similarity"]).toBeLessThanOrEqual(1);
});

test("all texts of a sample are embedded in one request, and the best reference counts", async () => {
  const embed = embedding({ a: [1, 0], b: [0, 1], c: [3, 4] });

  const { scores } = await scoreOne(EmbeddingSimilarity, {
    input: { response: "a", references: ["b", "c"] },
    context: { embedding: embed },
  });

  expect(scores["embedding_similarity"]).toBeCloseTo(0.6, 12);
  expect(embed.requests).toEqual([["a", "b", "c"]]);
});

test("a text is embedded once in a run", async () => {
  const embed = embedding({ a: [1, 0], b: [0, 1], c: [1, 1] });
  const metric = makeMetric(EmbeddingSimilarity, { context: { embedding: embed } });

  await metric.score(scoreInput(INPUT), sampleContext());
  await metric.score(scoreInput({ response: "c", references: ["b"] }), sampleContext());
  await metric.score(scoreInput({ response: "a", references: ["a"] }), sampleContext());

  expect(embed.requests).toEqual([["a", "b"], ["c"]]);
});

test("a text that was not used for a thousand others is embedded again", async () => {
  const embed = embedding({ a: [1, 0], b: [0, 1] });
  const metric = makeMetric(EmbeddingSimilarity, { context: { embedding: embed } });
  const others = Array.from({ length: 1000 }, (_, index) => `text ${index}`);

  await metric.score(scoreInput(INPUT), sampleContext());
  await metric.score(scoreInput({ response: "x", references: others }), sampleContext());
  await metric.score(scoreInput(INPUT), sampleContext());

  expect(embed.requests.at(-1)).toEqual(["a", "b"]);
});

test.each([
  ["the answer is empty", { response: " " }, {}],
  ["every reference is empty", { references: ["", " "] }, {}],
  ["there is no reference", { references: [] }, {}],
  ["a vector is all zeros", {}, { a: [0, 0], b: [1, 0] }],
  ["vectors have two lengths", {}, { a: [1], b: [1, 0] }],
])("there is no score when %s", async (_, over, known) => {
  const { scores, details } = await scoreOne(EmbeddingSimilarity, {
    input: { ...INPUT, ...over },
    context: { embedding: embedding(known) },
  });

  expect(scores).toEqual({ embedding_similarity: null });
  expect(details).toEqual({ missing: expect.any(String) });
});

test("a text that is too long is the line's error, and never cut", async () => {
  const failure = new CompletionError("the text has 9000 tokens, and the model takes 8192");
  const embed = { embed: async () => Promise.reject(failure) };

  const score = scoreOne(EmbeddingSimilarity, { input: INPUT, context: { embedding: embed } });

  await expect(score).rejects.toBe(failure);
});

test("without a model for embeddings the run is refused, and the message says how to name one", async () => {
  await expect(scoreOne(EmbeddingSimilarity, { context: { name: "near" } })).rejects.toMatchObject({
    message: '"near" needs embeddings, and no model for them is named',
    fix: "name a model in the args of the eval: embedding: text-embedding-3-small",
  });
});

test("its key can be another, and its signature names the model", () => {
  const metric = makeMetric(EmbeddingSimilarity, { context: { embedding: embedding({}) } });

  expect(metric.signature).toBe("sim=cosine|model=scripted vectors|v=1");
  expect(metric.needs).toEqual(["embedding"]);
});
