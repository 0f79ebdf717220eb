import { expect, test } from "vitest";
import type { EmbeddingFn } from "../../../src/core/completion.ts";
import { Embedder } from "../../../src/metrics/embedding/embedder.ts";
import { Tally } from "../../../src/record/tally.ts";
import { sampleContext } from "../../helpers/scoring.ts";

const FN: EmbeddingFn = {
  async embed(texts) {
    const tokens = texts.join("").length;
    return {
      embeddings: texts.map(() => [1, 0]),
      model: "near-1",
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  },
};

test("a request is an event of its sample, with what it took; texts that are known take nothing", async () => {
  const embedder = new Embedder(FN);
  const [first, second] = [sampleContext(), sampleContext()];

  await embedder.embed(["abc", "de", "abc"], first);
  await embedder.embed(["de", "abc"], second);

  const usage = { prompt_tokens: 5, total_tokens: 5 };
  expect(first.record.drafts).toEqual([
    { type: "embedding", data: { model: "near-1", usage, texts: 2, purpose: "judge" } },
  ]);
  expect(second.record.drafts).toEqual([]);
});

test("what embeddings took is among the tokens of a run, and of those of judging", async () => {
  const ctx = sampleContext();
  await new Embedder(FN).embed(["abc"], ctx);
  const tally = new Tally({ redact: (text) => text });

  tally.add({ sampleId: "demo.dev.0", events: ctx.record.drafts });

  expect(tally.usage.report()).toMatchObject({
    usage_total_tokens: 3,
    usage_judge_total_tokens: 3,
  });
  expect(tally.noAnswers.report()).toEqual({});
});
