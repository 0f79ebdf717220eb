import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { grade, MAP, OUTPUTS, rows, storyFolder, WITHOUT_SECOND } from "../helpers/story-flow.ts";

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

  test("R103: the report counts what became of each node, and has the lines that failed", async () => {
    const cwd = storyFolder({ "outputs.jsonl": FAULTY });

    await grade(cwd, "outputs.jsonl", ["--json", "report.json"]);

    const { report } = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
    expect(report).toMatchObject({
      "nodes/grade/completed": 2,
      "nodes/grade/failed": 1,
      "nodes/grade/bypassed": 0,
      "samples/errors": 1,
    });
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

  test("R97: an aggregation node that fails makes it 1 and is told, whatever the lines did", async () => {
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
    [["--data", "data.jsonl", "--map", `prediction=\${data.grondtruth}`], "groundtruth"],
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

test("of a run whose time is up the aggregation is over the lines that are done", async () => {
  const cwd = storyFolder({
    "accuracy/grade.mjs": `
export default ({ groundtruth }) => (groundtruth === "Wiki" ? new Promise(() => {}) : "Correct");`,
    "outputs.jsonl": OUTPUTS,
  });

  const { exitCode, log } = await grade(cwd, "outputs.jsonl", ["--run-timeout", "1"]);

  expect(exitCode).toBe(1);
  expect(log().report).toMatchObject({ accuracy: 1, "samples/scored": 2, "samples/skipped": 1 });
});

test.each([1, 4, 32])(
  "R12: 15 rows with %d at a time give the same report",
  async (concurrency) => {
    const names = Array.from({ length: 15 }, (_, index) => `name ${index}`);
    const cwd = storyFolder({
      "data.jsonl": rows(names.map((groundtruth) => ({ groundtruth }))),
      "outputs.jsonl": rows(
        names.map((name, index) => ({ prediction: index % 4 ? name : "else" })),
      ),
    });

    const { log } = await grade(cwd, "outputs.jsonl", ["--concurrency", String(concurrency)]);

    // Right are all but 0, 4, 8 and 12: 11 of 15.
    const { report, events } = log();
    expect(report).toMatchObject({ accuracy: 0.73, "samples/scored": 15 });
    expect(events.find(({ type }) => type === "aggregation")?.data).toMatchObject({
      output: names.map((_, index) => (index % 4 ? "Correct" : "Incorrect")),
    });
  },
);
