import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Eval, type EvalContext } from "../../src/core/eval.ts";
import { findEval, readyEval } from "../../src/run/make-eval.ts";
import { openRegistry } from "../../src/run/open-registry.ts";
import type { RunSettings } from "../../src/run/options.ts";
import { answering } from "../helpers/answering.ts";
import { type Files, tempRegistry } from "../helpers/temp-registry.ts";
import { tinyRegistry } from "../helpers/tiny-registry.ts";

const ROW = '{"input": "q", "ideal": "A"}\n';

function surroundings(root: string, settings: RunSettings = {}) {
  const all = { registryPaths: [root], cwd: root, ...settings };
  return { registry: openRegistry(all), settings: all };
}

async function ready(name: string, root: string, settings: RunSettings = {}) {
  const around = surroundings(root, settings);
  const found = await findEval(name, around.registry, around.settings);
  return readyEval(found, { completionFns: [answering("A")] }, around);
}

test("args of the settings go over those of the entry", async () => {
  const root = tinyRegistry();
  const { registry, settings } = surroundings(root, { args: { reverse: true } });

  const { spec, loaded } = await findEval("t-match", registry, settings);

  expect(spec).toMatchObject({
    key: "t-match.dev.v0",
    args: { samples_jsonl: "tiny.jsonl", reverse: true },
    metrics: ["accuracy"],
  });
  expect(loaded.reference).toBe("match");
});

test("a class itself is an eval with a name of its own", async () => {
  class MyOwnEval extends Eval {
    override async evalSample(): Promise<void> {}
  }
  const { registry, settings } = surroundings(tinyRegistry());

  const { spec } = await findEval(MyOwnEval, registry, settings);

  expect(spec).toMatchObject({ key: "my-own-eval.default", cls: "MyOwnEval", args: {} });
});

test("every file that was opened is told with its hash, few-shot examples too", async () => {
  const shot = '{"sample": [{"role": "user", "content": "q"}]}\n';
  const sample = '{"input": [{"role": "user", "content": "q"}], "ideal": "A"}\n';
  const root = tempRegistry({
    "evals/t.yaml": `t.dev.v0:
  class: match
  args: { samples_jsonl: t.jsonl, few_shot_jsonl: shots.jsonl, num_few_shot: 1 }`,
    "data/t.jsonl": sample.repeat(3),
    "data/shots.jsonl": shot,
  });

  const { files, rows } = await ready("t.dev.v0", root);

  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(rows.count).toBe(3);
  expect(files).toContainEqual({
    path: join(root, "data/t.jsonl"),
    sha256: sha256(sample.repeat(3)),
    rows: 3,
  });
  expect(files).toContainEqual({
    path: join(root, "data/shots.jsonl"),
    sha256: sha256(shot),
    rows: 1,
  });
});

test("an eval sees its functions, seed, name and mode", async () => {
  const root = tempRegistry({
    "evals/t.yaml": "t.dev.v0: { class: ../see.ts:See, args: { samples_jsonl: t.jsonl } }\n",
    "data/t.jsonl": ROW,
    "see.ts":
      'import { Eval } from "oaieval";\nexport class See extends Eval { evalSample() {} }\n',
  });

  const { evaluation } = await ready("t.dev.v0", root, { seed: 7, parity: true });

  const { name, seed, parity, completionFns }: EvalContext = evaluation.context;
  expect({ name, seed, parity }).toEqual({ name: "t.dev.v0", seed: 7, parity: true });
  expect(completionFns).toHaveLength(1);
});

const READS_T = {
  "evals/t.yaml": "t.dev.v0: { class: match, args: { samples_jsonl: t.jsonl } }\n",
};

test.each<[string, Files, string]>([
  ["the working directory first", { "work/t.jsonl": ROW, "data/t.jsonl": ROW }, "work/t.jsonl"],
  ["else the data folder of the registry", { "data/t.jsonl": ROW }, "data/t.jsonl"],
])("data is looked for in %s", async (_, files, place) => {
  const root = tempRegistry({ ...READS_T, "work/.keep": "", ...files });

  const { rows } = await ready("t.dev.v0", root, { cwd: join(root, "work") });

  expect(rows.where(0)).toBe(`${join(root, place)}:1`);
});

test("R39: data that is nowhere lists each path that was tried", async () => {
  const root = tempRegistry({ ...READS_T, "work/.keep": "" });

  const opening = ready("t.dev.v0", root, { cwd: join(root, "work") });

  await expect(opening).rejects.toMatchObject({
    name: "ConfigError",
    where: expect.stringMatching(new RegExp(`${root}/work/t\\.jsonl.*${root}/data/t\\.jsonl`, "s")),
  });
});
