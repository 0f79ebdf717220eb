import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { MAP, rows, storyFolder } from "../helpers/story-flow.ts";

const OUTPUTS = rows([
  { prediction: "App" },
  { prediction: "Channel" },
  { prediction: "Academic" },
]);
const WITHOUT_SECOND = rows([
  { line_number: 0, prediction: "App" },
  { line_number: 2, prediction: "Academic" },
]);

/** Runs the story's flow over its data and an earlier run. */
async function grade(cwd: string, run: string, more: readonly string[] = []) {
  const argv = ["flow", "accuracy", "--data", "data.jsonl", "--run", run, ...MAP];
  const path = join(cwd, "grades.jsonl");
  const done = await runCli([...argv, "--record-path", path, ...more], { cwd });
  return { ...done, log: () => logLines(path) };
}

describe("the document's example", () => {
  test("three outputs give an accuracy of 0.67", async () => {
    const cwd = storyFolder({ "outputs.jsonl": OUTPUTS });

    const { exitCode, stdout, stderr, log } = await grade(cwd, "outputs.jsonl");

    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^accuracy +0\.67$/m);
    expect(stderr).toContain("lines    data 3, outputs 3, used 3");
    expect(log().report).toMatchObject({ accuracy: 0.67, "samples/total": 3, "samples/errors": 0 });
    const aggregation = log().events.find(({ type }) => type === "aggregation");
    expect(aggregation).toMatchObject({
      sample_id: null,
      data: { output: ["Correct", "Correct", "Incorrect"] },
    });
  });

  test("with the second line failed only rows 0 and 2 are used, and it is 0.5", async () => {
    const cwd = storyFolder({ "outputs.jsonl": WITHOUT_SECOND });

    const { exitCode, stderr, log } = await grade(cwd, "outputs.jsonl");

    expect(exitCode).toBe(0);
    expect(stderr).toContain("data 3, outputs 2, used 2, without output: [1]");
    const { report, events, spec } = log();
    expect(report).toMatchObject({ accuracy: 0.5 });
    const lines = events.filter(({ type }) => type === "flow_line");
    expect(lines.map(({ sample_id }) => sample_id).sort()).toEqual([
      "accuracy.default.0",
      "accuracy.default.2",
    ]);
    expect(events.find(({ type }) => type === "metric")?.data).toEqual({
      name: "accuracy",
      value: 0.5,
      node: "calculate_accuracy",
    });
    expect(spec.completion_fns).toEqual(["flow"]);
    expect(spec.run_config["parent_run"]).toMatchObject({ log: join(cwd, "outputs.jsonl") });
  });

  test("a promptflow run folder is an earlier run", async () => {
    const cwd = storyFolder({ "pf/flow_outputs/output.jsonl": WITHOUT_SECOND });

    const { log } = await grade(cwd, "pf");

    expect(log().report).toMatchObject({ accuracy: 0.5 });
  });
});

describe("exit codes", () => {
  const FAULTY = rows([{ prediction: "App" }, { prediction: "throw" }, { prediction: "Wiki" }]);

  test("a line that fails is left out of every list and makes it 1", async () => {
    const cwd = storyFolder({ "outputs.jsonl": FAULTY });

    const { exitCode, stdout, log } = await grade(cwd, "outputs.jsonl");

    expect(exitCode).toBe(1);
    expect(stdout).toContain("accuracy.default.1");
    const { events, report } = log();
    expect(report).toMatchObject({ accuracy: 1, "samples/errors": 1, "samples/scored": 2 });
    const failed = events.filter(({ sample_id }) => sample_id === "accuracy.default.1");
    expect(failed.map(({ type }) => type)).toEqual(["node", "flow_line", "error"]);
    expect(failed[1]?.data).toMatchObject({ line_number: 1, status: "failed", outputs: null });
    expect(failed[2]?.data).toMatchObject({ type: "RangeError", node: "grade" });
  });

  test.each([
    ["errors <= 50%", 0],
    ["errors <= 10%", 1],
  ])("a gate `%s` alone judges failed lines", async (gate, code) => {
    const cwd = storyFolder({ "outputs.jsonl": FAULTY });

    const { exitCode } = await grade(cwd, "outputs.jsonl", ["--gate", gate]);

    expect(exitCode).toBe(code);
  });

  test.each([
    ["accuracy >= 0.6", 0],
    ["accuracy >= 0.7", 1],
    ["precision >= 0.7", 1],
  ])("the gate `%s` on a flow's metric decides", async (gate, code) => {
    const cwd = storyFolder({ "outputs.jsonl": OUTPUTS });

    const { exitCode, stdout } = await grade(cwd, "outputs.jsonl", ["--gate", gate]);

    expect(exitCode).toBe(code);
    expect(stdout).toContain(gate);
  });

  test("an aggregation node that fails makes it 1 and is told, whatever the lines did", async () => {
    const cwd = storyFolder({
      "outputs.jsonl": OUTPUTS,
      "accuracy/accuracy.mjs":
        'export default (_, ctx) => { ctx.logMetric("seen", 3); throw new Error("no figures today"); };',
    });

    const { exitCode, stderr, log } = await grade(cwd, "outputs.jsonl");

    expect(exitCode).toBe(1);
    expect(stderr).toContain('the aggregation node "calculate_accuracy" failed');
    expect(stderr).toContain("no figures today");
    expect(log().report).toMatchObject({ seen: 3, "aggregation/failed": 1 });
  });

  test("without a line that succeeds it is 1, also where the gate on errors lets them be", async () => {
    const cwd = storyFolder({ "outputs.jsonl": rows(Array(3).fill({ prediction: "throw" })) });

    const { exitCode, log } = await grade(cwd, "outputs.jsonl", ["--gate", "errors <= 100%"]);

    expect(exitCode).toBe(1);
    expect(log().report).toMatchObject({ "samples/scored": 0, missing_metrics: ["accuracy"] });
  });

  test.each([
    [["--data", "gone.jsonl", ...MAP], "gone.jsonl"],
    [["--data", "data.jsonl", ...MAP], "grades an earlier run, and none is given"],
    [["--data", "data.jsonl", "--run", "gone.jsonl", ...MAP], "gone.jsonl"],
    [["--data", "data.jsonl"], '"prediction"'],
    [[], "no rows to run on"],
    [["--data", "data.jsonl", "--map", "prediction"], "maps nothing"],
    [["--data", "data.jsonl", "--map", "prediction=x", "--line", "7"], "there is no line 7"],
    [["--data", "data.jsonl", "--map", "prediction=x", "--variant", "grad.b"], '"grade"'],
  ])("`flow accuracy %j` cannot start and is 2", async (argv, message) => {
    const cwd = storyFolder();

    const { exitCode, stderr } = await runCli(["flow", "accuracy", ...argv], { cwd });

    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});

describe("a chain of runs", () => {
  const REGISTRY = {
    "evals/sort.yaml": `
sort: { id: sort.dev.v0, metrics: [accuracy] }
sort.dev.v0: { class: match, args: { samples_jsonl: sort.jsonl } }
`,
    "data/sort.jsonl": rows(
      ["App", "Channel", "Wiki"].map((ideal) => ({ input: `What is ${ideal}?`, ideal })),
    ),
  };

  test("an eval's log is graded by a flow, and that flow's log by another", async () => {
    const cwd = storyFolder(REGISTRY);
    const eval_ = ["oracle", "sort", "--registry-path", ".", "--record-path", "eval.jsonl"];
    await runCli([...eval_, "--completion-args", "accuracy=0.5,seed=3"], { cwd });
    const answers = logLines(join(cwd, "eval.jsonl")).events.filter(({ type }) => type === "match");
    const right = answers.filter(({ data }) => Object(data).correct).length;

    const first = await runCli(
      [
        ...["flow", "accuracy", "--data", "data.jsonl", "--run", "eval.jsonl"],
        ...["--map", `prediction=\${run.outputs.sampled}`, "--record-path", "first.jsonl"],
      ],
      { cwd },
    );
    const second = await runCli(
      [
        ...["flow", "accuracy", "--run", "first.jsonl", "--record-path", "second.jsonl"],
        ...["--map", `prediction=\${run.outputs.output}`, "groundtruth=Correct"],
      ],
      { cwd },
    );

    expect([first.exitCode, second.exitCode], first.stderr + second.stderr).toEqual([0, 0]);
    const accuracy = Math.round((100 * right) / 3) / 100;
    expect(logLines(join(cwd, "first.jsonl")).report).toMatchObject({ accuracy });
    const { report, spec } = logLines(join(cwd, "second.jsonl"));
    expect(report).toMatchObject({ accuracy });
    expect(spec.run_config["parent_run"]).toMatchObject({
      run_id: logLines(join(cwd, "first.jsonl")).spec.run_id,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  test("run.inputs are the rows of the earlier run's data, by their numbers", async () => {
    const cwd = storyFolder(REGISTRY);
    const eval_ = ["oracle", "sort", "--registry-path", ".", "--record-path", "eval.jsonl"];
    await runCli([...eval_, "--max-samples", "2"], { cwd });

    const run = await runCli(
      [
        ...["flow", "accuracy", "--run", "eval.jsonl", "--record-path", "grades.jsonl"],
        ...["--map", `prediction=\${run.outputs.sampled}`, `groundtruth=\${run.inputs.ideal}`],
      ],
      { cwd },
    );

    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toMatch(/outputs 2, inputs 3, used 2, without output: \[\d\]/);
    expect(logLines(join(cwd, "grades.jsonl")).report).toMatchObject({ accuracy: 1 });
  });

  test("data that has changed since the run is refused, unless it is allowed", async () => {
    const cwd = storyFolder(REGISTRY);
    const eval_ = ["oracle", "sort", "--registry-path", ".", "--record-path", "eval.jsonl"];
    await runCli(eval_, { cwd });
    appendFileSync(join(cwd, "data/sort.jsonl"), rows([{ input: "?", ideal: "new" }]));
    const argv = [
      ...["flow", "accuracy", "--run", "eval.jsonl", "--record-path", "grades.jsonl"],
      ...["--map", `prediction=\${run.outputs.sampled}`, `groundtruth=\${run.inputs.ideal}`],
    ];

    const refused = await runCli(argv, { cwd });
    const allowed = await runCli([...argv, "--allow-changed-data"], { cwd });

    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("has changed since the earlier run");
    expect(refused.stderr).toContain("sort.jsonl");
    expect(allowed.exitCode, allowed.stderr).toBe(0);
  });

  test("a log that was cut within a line gives what is whole, and that it was cut is said", async () => {
    const cwd = storyFolder({ "outputs.jsonl": OUTPUTS });
    await grade(cwd, "outputs.jsonl", ["--concurrency", "1"]);
    const text = readFileSync(join(cwd, "grades.jsonl"), "utf8");
    const lines = text.split("\n");
    writeFileSync(join(cwd, "cut.jsonl"), lines.slice(0, 4).join("\n"));
    truncateSync(join(cwd, "cut.jsonl"), lines.slice(0, 4).join("\n").length - 40);

    const run = await runCli(
      [
        ...["flow", "accuracy", "--run", "cut.jsonl", "--record-path", "second.jsonl"],
        ...["--map", `prediction=\${run.outputs.grade}`, "groundtruth=correct"],
      ],
      { cwd },
    );

    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain("did not come to its end: its log has 2 lines");
    expect(logLines(join(cwd, "second.jsonl")).report).toMatchObject({ "samples/total": 2 });
  });

  test("a run is found by its name and by its id", async () => {
    const cwd = storyFolder({ "outputs.jsonl": OUTPUTS });
    const name = `flow-test-${process.pid}`;
    const argv = ["flow", "accuracy", "--data", "data.jsonl", "--run", "outputs.jsonl", ...MAP];
    const first = await runCli([...argv, "--name", name], { cwd });
    const path = /^log +(.*)$/m.exec(first.stdout)?.[1] ?? "";
    const { run_id } = logLines(path).spec;

    const [byName, byId, missing] = [
      await runCli(["show-metrics", name], { cwd }),
      await runCli(["show", run_id, "--metrics"], { cwd }),
      await runCli(["show", "no-such-run"], { cwd }),
    ];

    expect(JSON.parse(byName.stdout)).toEqual({ accuracy: 0.67 });
    expect(byId.stdout).toBe(byName.stdout);
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('there is no run "no-such-run"');
  });
});

test("a log of openai/evals is an earlier run", async () => {
  const event = { run_id: "R", created_by: "", created_at: "2023-06-01 10:00:00.000000+00:00" };
  const sampling = (index: number, sampled: string, id: number) => ({
    ...event,
    event_id: id,
    sample_id: `topics.dev.${index}`,
    type: "sampling",
    data: { prompt: [{ role: "user", content: "?" }], sampled: [sampled] },
  });
  const cwd = storyFolder({
    "theirs.jsonl": rows([
      {
        spec: {
          completion_fns: ["gpt-3.5-turbo"],
          eval_name: "topics.dev.v0",
          base_eval: "topics",
          split: "dev",
          run_config: {
            completion_fns: ["gpt-3.5-turbo"],
            eval_spec: {
              cls: "evals.elsuite.basic.match:Match",
              args: { samples_jsonl: "t.jsonl" },
            },
            seed: 20220722,
          },
          run_id: "R",
        },
      },
      sampling(2, "Academic", 0),
      sampling(0, "App", 1),
      {
        ...event,
        event_id: 2,
        sample_id: "topics.dev.1",
        type: "error",
        data: { type: "E", message: "m" },
      },
      { final_report: { accuracy: 0.5 }, run_id: "R" },
    ]),
  });

  const run = await runCli(
    [
      ...["flow", "accuracy", "--data", "data.jsonl", "--run", "theirs.jsonl"],
      ...["--map", `prediction=\${run.outputs.output}`, "--record-path", "log.jsonl"],
    ],
    { cwd },
  );

  expect(run.exitCode, run.stderr).toBe(0);
  expect(logLines(join(cwd, "log.jsonl")).report).toMatchObject({ accuracy: 0.5 });
});

test("a run whose aggregation failed is gone on with: only the aggregation runs again", async () => {
  const cwd = storyFolder({
    "outputs.jsonl": OUTPUTS,
    "accuracy/accuracy.mjs": `
import { existsSync } from "node:fs";
import { join } from "node:path";
export default (_, ctx) => {
  if (!existsSync(join(ctx.flowDir, "ready"))) throw new Error("not yet");
  ctx.logMetric("ready", true);
};`,
  });
  const first = await grade(cwd, "outputs.jsonl");
  writeFileSync(join(cwd, "accuracy/ready"), "");

  const second = await runCli(["resume", "grades.jsonl"], { cwd });

  expect([first.exitCode, second.exitCode], second.stderr).toEqual([1, 0]);
  const { events, report } = logLines(join(cwd, "grades.jsonl"));
  expect(report).toMatchObject({ ready: 1, "aggregation/failed": 0 });
  expect(events.filter(({ type }) => type === "flow_line")).toHaveLength(3);
});

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

test.each([1, 4, 32])("15 rows with %d at a time give the same report", async (concurrency) => {
  const names = Array.from({ length: 15 }, (_, index) => `name ${index}`);
  const cwd = storyFolder({
    "data.jsonl": rows(names.map((groundtruth) => ({ groundtruth }))),
    "outputs.jsonl": rows(names.map((name, index) => ({ prediction: index % 4 ? name : "else" }))),
  });

  const { log } = await grade(cwd, "outputs.jsonl", ["--concurrency", String(concurrency)]);

  // Right are all but 0, 4, 8 and 12: 11 of 15.
  const { report, events } = log();
  expect(report).toMatchObject({ accuracy: 0.73, "samples/scored": 15 });
  expect(events.find(({ type }) => type === "aggregation")?.data).toMatchObject({
    output: names.map((_, index) => (index % 4 ? "Correct" : "Incorrect")),
  });
});
