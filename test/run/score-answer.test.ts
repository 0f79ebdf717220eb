import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ConfigError, DataError } from "../../src/core/errors.ts";
import { Metric, type ScoreInput } from "../../src/core/metric.ts";
import { score } from "../../src/run/score-answer.ts";
import { answering } from "../helpers/answering.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

class Polite extends Metric {
  score({ response }: ScoreInput) {
    return { scores: { polite: response.includes("please") }, reason: "by the word" };
  }
}

test("one answer is scored by metrics of the registry and of one's own", async () => {
  const row = { response: "Sit, please.", reference: "please" };

  const { scores, results } = await score(["substring-match", Polite], row);

  expect(scores).toEqual({ substring_match: true, polite: true });
  expect(results).toMatchObject([
    { metric: "substring-match", status: "scored" },
    { metric: "Polite", status: "scored", scores: { polite: true }, reason: "by the word" },
  ]);
});

test("a class takes args, which its schema checks", async () => {
  class Longer extends Metric<{ than: number }> {
    static override readonly Args = z.strictObject({ than: z.number() });

    score({ response }: ScoreInput) {
      return { scores: { longer: response.length > this.args.than } };
    }
  }
  const row = { response: "Paris" };

  const { scores } = await score([{ class: Longer, args: { than: 4 } }], row);

  expect(scores).toEqual({ longer: true });
  await expect(score([Longer], row)).rejects.toThrow('"than" is missing: expected a number');
});

test("a metric of a file is named by its reference", async () => {
  const cwd = tempRegistry({
    "own.ts": `import { Metric } from "oaieval";
export class Own extends Metric { score() { return { scores: { own: 1 } }; } }
`,
  });

  expect((await score(["./own.ts:Own"], { response: "" }, { cwd })).scores).toEqual({ own: 1 });
});

test("a judge that is given is asked", async () => {
  const judge = answering('{"reason": "fine", "score": 4}');

  const { scores } = await score(
    ["fluency"],
    { query: "How?", response: "All is well." },
    { judge },
  );

  expect(scores).toEqual({ fluency: 4 });
  expect(judge.calls).toMatchObject([{ purpose: "judge" }]);
});

test("an embedding function that is given is asked", async () => {
  const embedding = {
    embed: async (texts: readonly string[]) => ({
      embeddings: texts.map((text) => (text === "A" ? [1, 0] : [3, 4])),
    }),
  };

  const { scores } = await score(
    ["embedding-similarity"],
    { response: "A", reference: "B" },
    { embedding },
  );

  expect(scores).toEqual({ embedding_similarity: 0.6 });
});

describe("what cannot be scored is refused", () => {
  test("a row without what a metric needs", async () => {
    const scoring = score(["substring-match"], { response: "A" });

    await expect(scoring).rejects.toThrow(DataError);
    await expect(scoring).rejects.toThrow('no reference, which the metric "substring-match" needs');
  });

  test.each([
    { metrics: ["char-f1"], row: { reference: "A" }, type: DataError, message: "no response" },
    { metrics: ["nothing"], row: { response: "A" }, type: ConfigError, message: '"nothing"' },
    {
      metrics: ["fluency"],
      row: { query: "How?", response: "A" },
      type: ConfigError,
      message: "needs a judge",
    },
  ])("$metrics: $message", async ({ metrics, row, type, message }) => {
    const scoring = score(metrics, row);

    await expect(scoring).rejects.toThrow(type);
    await expect(scoring).rejects.toThrow(message);
  });
});
