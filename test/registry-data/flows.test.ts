import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { z } from "zod";
import { YamlFile } from "../../src/data/yaml/yaml-file.ts";
import { FLOW_KEYS, NODE_KEYS } from "../../src/flow/flow-schema.ts";
import { BUNDLED_ROOT } from "../../src/registry/roots.ts";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const FLOWS = join(BUNDLED_ROOT, "flows");
const SCHEMA = fileURLToPath(new URL("../../schemas/flow.schema.json", import.meta.url));

test.each([
  // Six of the eight categories are right.
  ["flow-classification-accuracy", { accuracy: 0.75 }],
  // Of six texts three have all names and nothing else, five have at least one.
  ["flow-entity-match-rate", { exact_match_rate: 0.5, partial_match_rate: 5 / 6 }],
  // One answer was made without passages: it is in two means only as far as it can be graded.
  [
    "flow-qna-rag-metrics",
    { groundedness: (5 + 3 + 5 + 5) / 4, relevance: (5 + 5 + 2 + 5 + 1) / 5, retrieval: 16 / 4 },
  ],
  ["flow-multi-turn-chat", { helpfulness: 16 / 5, consistency: 15 / 5, conversations: 5 }],
])("%s runs without a key, and its metrics are those counted by hand", async (name, metrics) => {
  const cwd = tempRegistry({});
  const path = join(cwd, "log.jsonl");

  const run = await runCli(["flow", name, "--record-path", path], { cwd });

  expect(run.exitCode, run.stderr).toBe(0);
  expect(logLines(path).report).toMatchObject(metrics);
});

test("grades are selected by the input metrics; others are not asked for and have no mean", async () => {
  const cwd = tempRegistry({});
  const path = join(cwd, "log.jsonl");
  const params = '{"column_mapping": {"metrics": "relevance"}}';

  const run = await runCli(
    ["flow", "flow-qna-rag-metrics", "--record-path", path, "--extra-eval-params", params],
    { cwd },
  );

  expect(run.exitCode, run.stderr).toBe(0);
  const { report, events } = logLines(path);
  expect(report).toHaveProperty("relevance", 3.6);
  expect(report).not.toHaveProperty("groundedness");
  expect(events.filter(({ type }) => type === "sampling")).toHaveLength(5);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.runIf(hasPython)(
  "the Python twin of classification-accuracy gives the same accuracy",
  async () => {
    const cwd = tempRegistry({});
    const path = join(cwd, "log.jsonl");
    const flow = join(FLOWS, "classification-accuracy-python");
    const argv = [
      ...["flow", "flow-classification-accuracy", "--record-path", path, "--allow-python"],
      ...["--extra-eval-params", JSON.stringify({ flow })],
    ];

    const run = await runCli(argv, { cwd });

    expect(run.exitCode, run.stderr).toBe(0);
    expect(logLines(path).report).toMatchObject({ accuracy: 0.75 });
  },
);

test("a Python flow is refused where Python is not allowed", async () => {
  const flow = join(FLOWS, "classification-accuracy-python");

  const run = await runCli([
    "flow",
    flow,
    "--data",
    join(BUNDLED_ROOT, "data/flows/help-desk.jsonl"),
  ]);

  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain("--allow-python");
});

test.each(glob.sync("*/flow.dag.yaml", { cwd: FLOWS }))(
  "%s satisfies the schema that it names to editors",
  (file) => {
    const { entries, fault } = new YamlFile(join(FLOWS, file));
    const values = Object.fromEntries(entries.map(({ name, value }) => [name, value]));
    const schema = z.fromJSONSchema(JSON.parse(readFileSync(SCHEMA, "utf8")));

    expect(fault).toBeUndefined();
    expect(schema.safeParse(values).error?.issues ?? []).toEqual([]);
    expect(readFileSync(join(FLOWS, file), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/schemas\/flow\.schema\.json\n/,
    );
  },
);

test("the schema knows every key that is read, and no other", () => {
  const { properties } = JSON.parse(readFileSync(SCHEMA, "utf8"));

  expect(Object.keys(properties).sort()).toEqual([...FLOW_KEYS].sort());
  expect(Object.keys(properties.nodes.items.properties).sort()).toEqual([...NODE_KEYS].sort());
});

test("oaieval check looks at flows, and needs no earlier run for it", async () => {
  const cwd = tempRegistry({
    "evals/later.yaml": `
later: { id: later.dev.v0 }
later.dev.v0:
  class: flow
  args:
    flow: flows/classification-accuracy/flow.dag.yaml
    data: flows/help-desk.jsonl
    column_mapping: { groundtruth: "\${data.category}", prediction: "\${run.outputs.category}" }
`,
  });

  const run = await runCli(["check", "flow-*", "later", "--registry-path", cwd], { cwd });

  expect(run.exitCode, run.stdout).toBe(0);
  expect(run.stdout).toContain("later.dev.v0  8 rows");
});
