import { join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../../helpers/log-lines.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { rows, storyFolder } from "../../helpers/story-flow.ts";

const SORT = {
  "sort/flow.dag.yaml": `
inputs: { text: { type: string } }
outputs: { category: { type: string, reference: "\${sort.output}" } }
nodes:
  - { name: sort, type: javascript, source: { path: sort.mjs }, inputs: { text: "\${inputs.text}" } }
`,
  "sort/sort.mjs": `export default ({ text }) => {
  if (text === "?") throw new Error("nothing to sort");
  return text.toUpperCase();
};`,
  "data/rows.jsonl": rows([
    { text: "app", groundtruth: "App" },
    { text: "?", groundtruth: "Channel" },
    { text: "wik", groundtruth: "Wiki" },
  ]),
};

function evalOf(target: string): Record<string, string> {
  return {
    "evals/graded.yaml": `
graded: { id: graded.dev.v0, metrics: [accuracy] }
graded.dev.v0:
  class: flow
  args:
    flow: accuracy/flow.dag.yaml
    data: rows.jsonl
    target: ${target}
    column_mapping: { prediction: "\${run.outputs.output}" }
`,
  };
}

async function run(fn: string, target: string) {
  const cwd = storyFolder({ ...SORT, ...evalOf(target) });
  const path = join(cwd, "log.jsonl");
  const argv = [fn, "graded", "--registry-path", cwd, "--record-path", path];
  const done = await runCli(argv, { cwd });
  return { ...done, log: () => logLines(path) };
}

test("a target that is a flow gives out what the other flow grades, line by line", async () => {
  const { exitCode, stderr, log } = await run("flow", "{ flow: sort/flow.dag.yaml }");

  expect(stderr).toContain("sort/flow.dag.yaml gives out what the flow grades");
  expect(exitCode).toBe(1);
  const { report, events } = log();
  // "APP" is right, "WIK" is not; the line between them has no output.
  expect(report).toMatchObject({ accuracy: 0.5, "samples/errors": 1, "samples/total": 3 });
  const failed = events.filter(({ sample_id }) => sample_id === "graded.dev.1");
  expect(failed.map(({ type }) => type)).toEqual(["node", "target", "flow_line", "error"]);
  expect(failed.at(-1)?.data).toMatchObject({
    message: expect.stringContaining("nothing to sort"),
  });
});

test("a target that is a completion function is asked for each row", async () => {
  const { exitCode, stderr, log } = await run(
    "flow",
    `{ completion_fn: echo, prompt: "\${data.text}" }`,
  );

  expect(exitCode, stderr).toBe(0);
  expect(log().report).toMatchObject({ accuracy: 0.33, "samples/errors": 0 });
  expect(log().events.filter(({ type }) => type === "sampling")).toHaveLength(3);
});

test("a target without a completion function asks that of the command line", async () => {
  const { exitCode, stderr, log } = await run("echo", `{ prompt: "\${data.text}" }`);

  expect(exitCode, stderr).toBe(0);
  expect(log().spec.completion_fns).toEqual(["echo"]);
  expect(log().report).toMatchObject({ accuracy: 0.33 });
});

test.each([
  ["{ flow: sort/flow.dag.yaml, prompt: x }", "neither a flow nor a prompt"],
  [`{ prompt: "\${data.text}" }`, "names nobody who answers"],
  [`{ completion_fn: echo, prompt: "\${data.question}" }`, `"prompt" (\${data.question})`],
  ["{ flow: gone.yaml }", 'there is no file "gone.yaml"'],
])("a target `%s` is refused before anything is asked", async (target, message) => {
  const { exitCode, stderr } = await run("flow", target);

  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});

test("a column that the target does not give out is the line's error", async () => {
  const cwd = storyFolder({
    ...SORT,
    "evals/graded.yaml": `${evalOf("{ flow: sort/flow.dag.yaml }")["evals/graded.yaml"]}`.replace(
      "run.outputs.output",
      "run.outputs.mood",
    ),
  });
  const path = join(cwd, "log.jsonl");

  const { exitCode } = await runCli(
    ["flow", "graded", "--registry-path", cwd, "--record-path", path],
    { cwd },
  );

  expect(exitCode).toBe(1);
  expect(logLines(path).report).toMatchObject({ "samples/errors": 3 });
});
