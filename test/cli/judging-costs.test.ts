import { join } from "node:path";
import { expect, test } from "vitest";
import { readLog } from "../../src/record/read-log.ts";
import { runCli } from "../helpers/run-cli.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

/** Scores two answers that are in the data by these metrics. */
async function scored(metrics: string, args = "") {
  const root = tempRegistry({
    "data/rows.jsonl": ["nine", "ten"]
      .map((answer) => `${JSON.stringify({ query: "When?", answer, reference: "nine" })}\n`)
      .join(""),
    "evals/m.yaml": `m.dev.v0:
  class: metrics
  args: { samples_jsonl: rows.jsonl, metrics: ${metrics}, ${args} }
`,
    "prices.yaml": "near: { input: 1000000, output: 0 }\n",
  });
  const path = join(root, "log.jsonl");
  const argv = ["none", "m.dev.v0", "--registry-path", root, "--record-path", path];
  const run = await runCli([...argv, "--prices", join(root, "prices.yaml")], { cwd: root });
  return { ...run, log: await readLog(path) };
}

test("what embeddings took is among the tokens and the cost of a run", async () => {
  await stubEndpoint(({ body }) => {
    const texts = body["input"] as readonly string[];
    const data = texts.map((_, index) => ({ embedding: [1, 2], index }));
    const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
    return { status: 200, body: { data, model: "near", usage } };
  });

  const { log } = await scored("[embedding-similarity]", "embedding: near");

  // "nine" is asked for once or twice: two samples may ask for it at the same time.
  const tokens = Number(log.report?.["usage_total_tokens"]);
  expect([2, 3]).toContain(tokens);
  expect(log.report).toMatchObject({ usage_judge_total_tokens: tokens, cost_usd: tokens });
});

test("a judge whose verdicts cannot be read is told of once, and the figure is none", async () => {
  const judge = "judge: { completion_fn: constant, completion_args: { text: Nice. } }";

  const { exitCode, stderr, log } = await scored("[answer-relevancy]", judge);

  expect(stderr.match(/most of the judge's verdicts cannot be read/g)).toHaveLength(1);
  expect(log.report).toMatchObject({ answer_relevancy: null, "answer_relevancy.missing": 2 });
  expect(exitCode).toBe(1);
});
