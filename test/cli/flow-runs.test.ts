import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { grade, MAP, OUTPUTS, rows, storyFolder } from "../helpers/story-flow.ts";

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
