import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listRows } from "../../src/core/row-source.ts";
import { MatchWithSolvers } from "../../src/templates/match-with-solvers.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";

const task_description = "Find where the ball is.";
const input = [{ role: "user", content: "Where is it?", name: "ann" }];

test("the task is the system message, and messages have role and content alone", async () => {
  const completionFn = answering("box");

  await evaluateSample(MatchWithSolvers, {
    args: { task_description },
    sample: { input, ideal: "box" },
    completionFn,
  });

  expect(completionFn.calls).toMatchObject([
    {
      prompt: [
        { role: "system", content: task_description },
        { role: "user", content: "Where is it?" },
      ],
      params: {},
    },
  ]);
  expect(completionFn.calls[0]?.prompt[1]).not.toHaveProperty("name");
});

test("the task may stand in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oaieval-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "task.txt");
  await writeFile(path, "From the file.");
  const completionFn = answering("box");

  await evaluateSample(MatchWithSolvers, {
    args: { task_description: path },
    sample: { input, ideal: "box" },
    completionFn,
  });

  expect(completionFn.calls[0]?.prompt[0]).toEqual({ role: "system", content: "From the file." });
});

test.each([
  ["box", ["box", "Box"], true],
  ["Box.", ["box", "Box"], true],
  ["BOX", ["box", "Box"], false],
])("the answer %j is compared with %j", async (answer, expected, correct) => {
  const { matches, report } = await evaluateSample(MatchWithSolvers, {
    args: { task_description },
    sample: { input, ideal: "box" },
    answers: [answer],
  });

  expect(matches[0]).toMatchObject({ correct, expected, sampled: answer });
  expect(report).toMatchObject({ accuracy: Number(correct), bootstrap_std: null });
});

test("of a list the first ideal counts, capitalized as Python does it", async () => {
  const { matches } = await evaluateSample(MatchWithSolvers, {
    args: { task_description },
    sample: { input, ideal: ["the USA", "America"] },
    answers: ["America"],
  });

  expect(matches[0]).toMatchObject({ correct: false, expected: ["the USA", "The usa"] });
});

const names = Array.from({ length: 10 }, (_, index) => ({ input, ideal: `row ${index}` }));

function solversOver(args: object, seed = 20220722) {
  const context = evalContext({ rows: { "s.jsonl": names }, seed });
  const all = { samples_jsonl: "s.jsonl", task_description, shuffle: true, ...args };
  return new MatchWithSolvers(all, context);
}

test.each([
  { args: {}, seed: 20220722, order: [4, 1, 2, 8, 7, 9, 0, 3, 5, 6] },
  { args: {}, seed: 42, order: [8, 1, 5, 0, 7, 2, 9, 4, 3, 6] },
  { args: { n_samples: 3 }, seed: 42, order: [8, 1, 5] },
  { args: { n_samples: 99 }, seed: 42, order: [8, 1, 5, 0, 7, 2, 9, 4, 3, 6] },
  { args: { n_samples: 2, shuffle: false }, seed: 42, order: [0, 1] },
  { args: { shuffle: false }, seed: 42, order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
])("rows are shuffled and cut before they are numbered: $args, seed $seed", async (row) => {
  const evaluation = solversOver(row.args, row.seed);
  const source = await evaluation.samples();

  const ideals = (await loadRows(evaluation)).map(({ ideal }) => ideal);
  expect(ideals).toEqual(row.order.map((index) => `row ${index}`));
  expect(source.count).toBe(row.order.length);
});

test("a row read by its number is the shuffled one, and its place is the one in the file", async () => {
  const source = await solversOver({}, 42).samples();

  expect(await source.read(0)).toMatchObject({ ideal: "row 8" });
  expect(source.where(0)).toBe("s.jsonl:9");
});

test("a stream cannot be shuffled, which is told before the run", async () => {
  const context = evalContext({
    openRows: async (name) => ({ ...listRows(names, name), count: null }),
  });
  const args = { samples_jsonl: "./rows.ts:rows", task_description, shuffle: true };

  await expect(new MatchWithSolvers(args, context).samples()).rejects.toMatchObject({
    name: "ConfigError",
    fix: expect.stringContaining("shuffle: false"),
  });
});
