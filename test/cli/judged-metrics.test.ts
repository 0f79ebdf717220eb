import { join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const ROWS = [
  { question: "Who?", answer: "Ann.", ideal: "Ann" },
  { question: "Where?", answer: "Lima.", ideal: "Lima" },
];

/** A registry with an eval `m` of metrics that a scripted judge decides. */
function registryOf(metrics: readonly unknown[], rules: readonly object[]): string {
  const entry = {
    class: "metrics",
    args: { samples_jsonl: "m.jsonl", metrics, judge: "own/judge", judge_retries: 0 },
  };
  const judge = { class: "scripted", args: { rules } };
  return tempRegistry({
    "evals/m.yaml": `m: { id: m.dev.v0 }\nm.dev.v0: ${JSON.stringify(entry)}\n`,
    "completion_fns/judge.yaml": `own/judge: ${JSON.stringify(judge)}\n`,
    "metrics/kind.yaml": `
kind:
  class: rubric-judge
  args:
    metric_key: kindness
    prompt: 'How kind is it? {response} Reply {{"score": 3}}.'
`,
    "data/m.jsonl": ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""),
  });
}

async function run(root: string, argv: readonly string[] = []) {
  const path = join(root, "log.jsonl");
  const flags = ["--registry-path", root, "--record-path", path];
  const result = await runCli(["none", "m", ...argv, ...flags], { cwd: root });
  return { ...result, path };
}

test("a rubric and a model-graded spec are metrics side by side, and the report has both", async () => {
  const criteria = { criteria: "It is short." };
  const root = registryOf(
    ["kind", { "model-graded": { modelgraded_spec: "closedqa", modelgraded_spec_args: criteria } }],
    [
      { when: "How kind is it? Ann.", answer: '{"score": 2}' },
      { when: "How kind is it? Lima.", answer: '{"score": 5}' },
      { when: "answer\nAnn.", answer: "Short.\nY\nY" },
      { when: "answer\nLima.", answer: "Who knows." },
    ],
  );

  const { exitCode, stderr, path } = await run(root);

  expect(exitCode, stderr).toBe(0);
  expect(logLines(path).report).toMatchObject({
    kindness: 3.5,
    score: 1,
    "score.missing": 1,
    invalid: 0.5,
    "counts/Y": 1,
    "counts/__invalid__": 1,
  });
});

test("R73: a judge that fails on a row takes that score alone, and the log says why", async () => {
  const root = registryOf(
    ["kind", "answer-relevancy"],
    [
      { when: "How kind is it?", answer: '{"score": 4}' },
      {
        when: "Lima.",
        answer: '{"reason": "r", "subject": 1, "asked": 1, "focus": 1, "evasive": 0}',
      },
    ],
  );

  const { path } = await run(root);

  const { report, events } = logLines(path);
  expect(report).toMatchObject({ kindness: 4, answer_relevancy: 1, "answer_relevancy.count": 1 });
  const scored = events.map(({ data }) => Object(data));
  expect(scored).toContainEqual({
    metric: "answer-relevancy",
    status: "failed",
    reason: expect.stringContaining("no rule fits the prompt"),
    details: { error: "CompletionError" },
  });
});

test("a prompt that cannot be used is found before a call", async () => {
  const root = registryOf([{ "answer-relevancy": { prompt: "{query} {answer}" } }], []);

  const { exitCode, stderr } = await run(root);

  expect(exitCode).toBe(2);
  expect(stderr).toContain("the judge's prompt does not name {response}");
  expect(stderr).toContain('where: prompt of "answer-relevancy", step "rubric"');
});
