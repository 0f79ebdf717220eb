import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { grade, OUTPUTS, rows, storyFolder, WITHOUT_SECOND } from "../helpers/story-flow.ts";

test("a folder without a flow file is refused with its name", async () => {
  const cwd = storyFolder({ "empty/readme.txt": "" });

  const { exitCode, stderr } = await runCli(["flow", "empty", "--data", "data.jsonl"], { cwd });

  expect(exitCode).toBe(2);
  expect(stderr).toContain("the folder has no flow file");
});

test("connections of a file stand behind the names in the flow; an unknown one is refused", async () => {
  const cwd = storyFolder({
    "say/flow.dag.yaml": `
inputs: { text: { type: string } }
outputs: { answer: { type: string, reference: "\${say.output}" } }
nodes:
  - name: say
    type: llm
    source: { path: say.jinja2 }
    connection: our_models
    api: completion
    inputs: { text: "\${inputs.text}", deployment_name: small }
`,
    "say/say.jinja2": "{{ text }}",
    "texts.jsonl": rows([{ text: "a" }]),
    "connections.yaml": "our_models: echo\n",
  });
  const argv = ["flow", "say", "--data", "texts.jsonl", "--record-path", "log.jsonl"];

  const unknown = await runCli(argv, { cwd });
  const known = await runCli([...argv, "--connections", "connections.yaml"], { cwd });

  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain('there is no connection "our_models"');
  expect(known.exitCode, known.stderr).toBe(0);
});

describe("an eval of class flow", () => {
  const REGISTRY = {
    "evals/graded.yaml": `
graded: { id: graded.dev.v0, metrics: [accuracy], gates: [accuracy >= 0.6] }
graded.dev.v0:
  class: flow
  args:
    flow: accuracy/flow.dag.yaml
    data: data.jsonl
    column_mapping: { prediction: "\${run.outputs.prediction}" }
`,
    "outputs.jsonl": OUTPUTS,
  };

  test.each([
    ["flow", "graded"],
    ["none", "graded"],
  ])(
    "runs over an earlier run by `oaieval %s %s --run`, and meets the gates of its entry",
    async (...words) => {
      const cwd = storyFolder(REGISTRY);
      const argv = [...words, "--registry-path", cwd, "--run", "outputs.jsonl"];

      const run = await runCli([...argv, "--record-path", "log.jsonl"], { cwd });

      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.stdout).toContain("accuracy >= 0.6");
      expect(logLines(join(cwd, "log.jsonl")).report).toMatchObject({ accuracy: 0.67 });
    },
  );

  test("needs an earlier run, and says so", async () => {
    const cwd = storyFolder(REGISTRY);

    const run = await runCli(["none", "graded", "--registry-path", cwd], { cwd });

    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('"graded.dev.v0" grades an earlier run, and none is given');
  });
});

test("--column-mapping is --map, and takes several pairs", async () => {
  const cwd = storyFolder({ "outputs.jsonl": OUTPUTS });
  const argv = ["flow", "accuracy", "--data", "data.jsonl", "--run", "outputs.jsonl"];
  const pairs = [`prediction=\${run.outputs.prediction}`, `groundtruth=\${data.groundtruth}`];

  const run = await runCli([...argv, "--column_mapping", ...pairs, "--record-path", "log.jsonl"], {
    cwd,
  });

  expect(run.exitCode, run.stderr).toBe(0);
  expect(logLines(join(cwd, "log.jsonl")).report).toMatchObject({ accuracy: 0.67 });
});

test("the log of a flow is not judged again by asking its nodes", async () => {
  const cwd = storyFolder({ "outputs.jsonl": OUTPUTS });
  await grade(cwd, "outputs.jsonl");

  const { exitCode, stderr } = await runCli(["score", "grades.jsonl"], { cwd });

  expect(exitCode).toBe(2);
  expect(stderr).toContain("oaieval flow FLOW --run LOG");
});

describe("show", () => {
  test("--lines has inputs, outputs and errors in the order of the lines, --failed the failed ones", async () => {
    const cwd = storyFolder({
      "outputs.jsonl": rows([{ prediction: "app" }, { prediction: "throw" }, { prediction: "W" }]),
    });
    await grade(cwd, "outputs.jsonl");

    const all = await runCli(["show-details", "grades.jsonl"], { cwd });
    const failed = await runCli(["show", "grades.jsonl", "--lines", "--failed"], { cwd });

    expect(all.stdout.match(/line \d/g)).toEqual(["line 0", "line 1", "line 2"]);
    expect(all.stdout).toContain('outputs   {"grade":"Correct"}');
    expect(all.stdout).toContain("3 lines, 1 failed");
    expect(failed.stdout.match(/line \d/g)).toEqual(["line 1"]);
    expect(failed.stdout).toContain("cannot be graded");
  });
});

test("--line runs one line, aggregation included", async () => {
  const cwd = storyFolder({ "outputs.jsonl": WITHOUT_SECOND });

  const { log } = await grade(cwd, "outputs.jsonl", ["--line", "2"]);

  expect(log().report).toMatchObject({ accuracy: 0, "samples/total": 1 });
  expect(log().events[0]?.sample_id).toBe("accuracy.default.2");
});

test("--out writes metrics and outputs, which are an earlier run again", async () => {
  const cwd = storyFolder({ "outputs.jsonl": WITHOUT_SECOND });
  await grade(cwd, "outputs.jsonl", ["--out", "out"]);

  const again = await runCli(
    [
      ...["flow", "accuracy", "--run", "out", "--record-path", "again.jsonl"],
      ...["--map", `prediction=\${run.outputs.grade}`, "groundtruth=Correct"],
    ],
    { cwd },
  );

  expect(JSON.parse(readFileSync(join(cwd, "out/metrics.json"), "utf8"))).toEqual({
    accuracy: 0.5,
  });
  expect(readFileSync(join(cwd, "out/outputs.jsonl"), "utf8")).toBe(
    rows([
      { line_number: 0, grade: "Correct" },
      { line_number: 2, grade: "Incorrect" },
    ]),
  );
  expect(again.exitCode, again.stderr).toBe(0);
  expect(logLines(join(cwd, "again.jsonl")).report).toMatchObject({ accuracy: 0.5 });
});

test("--record-nodes keeps an event of every node", async () => {
  const cwd = storyFolder({ "outputs.jsonl": WITHOUT_SECOND });

  const { log } = await grade(cwd, "outputs.jsonl", ["--record-nodes"]);

  const nodes = log().events.filter(({ type }) => type === "node");
  expect(nodes).toHaveLength(2);
  expect(nodes[0]?.data).toMatchObject({ node: "grade", status: "completed" });
  expect(log().events.find(({ type }) => type === "aggregation")?.data).toMatchObject({
    inputs: { grades: ["Correct", "Incorrect"] },
  });
});

test("--variant takes another body of a node", async () => {
  const cwd = storyFolder({
    "two/flow.dag.yaml": `
inputs: { text: { type: string } }
outputs: { answer: { type: string, reference: "\${say.output}" } }
nodes: [{ name: say, use_variants: true }]
node_variants:
  say:
    default_variant_id: low
    variants:
      low: { node: { type: prompt, source: { path: low.jinja2 }, inputs: { text: "\${inputs.text}" } } }
      high: { node: { type: prompt, source: { path: high.jinja2 }, inputs: { text: "\${inputs.text}" } } }
`,
    "two/low.jinja2": "{{ text | lower }}",
    "two/high.jinja2": "{{ text | upper }}",
    "texts.jsonl": rows([{ text: "Ferry" }]),
  });
  const argv = ["flow", "two/flow.dag.yaml", "--data", "texts.jsonl", "--record-path", "log.jsonl"];

  const { exitCode } = await runCli([...argv, "--variant", `\${say.high}`], { cwd });

  expect(exitCode).toBe(0);
  expect(logLines(join(cwd, "log.jsonl")).events[0]?.data).toMatchObject({
    outputs: { answer: "FERRY" },
  });
});

test("a flow without aggregation has outputs alone, and that is no fault", async () => {
  const cwd = storyFolder({
    "plain.yaml": `
inputs: { text: { type: string } }
outputs: { answer: { type: string, reference: "\${inputs.text}" } }
nodes: [{ name: say, type: prompt, source: { path: say.jinja2 }, inputs: { text: "\${inputs.text}" } }]
`,
    "say.jinja2": "{{ text }}",
    "texts.jsonl": rows([{ text: "a" }, { text: "b" }]),
  });

  const run = await runCli(
    ["flow", "plain.yaml", "--data", "texts.jsonl", "--record-path", "log.jsonl"],
    { cwd },
  );

  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stdout).not.toContain("nothing was measured");
  expect(existsSync(join(cwd, "log.jsonl"))).toBe(true);
});
