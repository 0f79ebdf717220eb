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

test("rag-quality asks an application and has every key of LangStudio's templates", async () => {
  const cwd = tempRegistry({});
  const path = join(cwd, "log.jsonl");

  const run = await runCli(["scripted/harbour", "rag-quality", "--record-path", path], { cwd });

  expect(run.exitCode, run.stderr).toBe(0);
  const { report } = logLines(path);
  const keys = [
    ...["exact_match_score", "answer_relevancy", "answer_correctness"],
    ...["bleu-1", "bleu-2", "bleu-3", "bleu-4"],
    ...["rouge-1-p", "rouge-1-r", "rouge-1-f", "rouge-l-p", "rouge-l-r", "rouge-l-f"],
    ...["context_relevancy", "answer_faithfulness", "embedding_similarity"],
  ];
  expect(keys.filter((key) => typeof report?.[key] !== "number")).toEqual([]);
  // The first answer has all 5 words of its reference among 9, the second 4 of 8 … among 12.
  expect(report?.["rouge-1-r"]).toBeCloseTo((1 + 6 / 8 + 0) / 3, 12);
});
