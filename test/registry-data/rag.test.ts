import { join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

test("rag-demo runs without a key, and its figures are those counted by hand", async () => {
  const cwd = tempRegistry({});
  const path = join(cwd, "log.jsonl");

  const run = await runCli(["none", "rag-demo", "--record-path", path], { cwd });

  expect(run.exitCode, run.stderr).toBe(0);
  const { report, spec, events } = logLines(path);
  expect(report).toMatchObject({
    answer_faithfulness: 0.75,
    "answer_faithfulness.count": 2,
    "answer_faithfulness.missing": 1,
    answer_relevancy: expect.closeTo(2 / 3, 12),
    answer_correctness: 3,
    context_relevancy: expect.closeTo(0.375, 12),
    context_precision: expect.closeTo(2 / 3, 9),
    context_recall: 0.5,
    similarity: 3,
  });
  expect(report?.["embedding_similarity"]).toBeGreaterThan(0);
  expect(report?.["embedding_similarity"]).toBeLessThan(1);
  expect(spec.run_config["signatures"]).toMatchObject({
    "answer-faithfulness": "method=statements|prompt=1|judge=scripted/judge-rag|n=1",
    similarity: "method=rubric|prompt=1|judge=scripted/judge-rag|n=1",
    "embedding-similarity": "sim=cosine|model=hashed-embedding of 1024|v=1",
  });
  const calls = events.filter(({ type }) => type === "sampling");
  // Of three rows: 3 splits, 2 lists of verdicts, 5 passages, and 3 of each of the five others.
  expect(calls).toHaveLength(3 + 2 + 5 + 5 * 3);
  expect(calls.every(({ data }) => Object(data).purpose === "judge")).toBe(true);
});
