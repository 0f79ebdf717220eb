import { join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { rows, storyFolder } from "../helpers/story-flow.ts";

const FILES = {
  "say/flow.dag.yaml": `
inputs:
  question: { type: string }
  tone: { type: string, default: plain }
outputs:
  answer: { type: string, reference: "\${say.output}" }
nodes:
  - name: say
    type: llm
    source: { path: say.jinja2 }
    model: echo
    api: completion
    inputs: { question: "\${inputs.question}", tone: "\${inputs.tone}" }
`,
  "say/say.jinja2": "{{ tone }}: {{ question }}",
  "evals/same.yaml": `
same: { id: same.dev.v0, metrics: [accuracy] }
same.dev.v0: { class: match, args: { samples_jsonl: same.jsonl } }
`,
  "data/same.jsonl": rows([
    { input: "Peru", ideal: "plain: Peru" },
    { input: [{ role: "user", content: "Chad" }], ideal: "Chad" },
  ]),
  "completion_fns/flows.yaml": `
say: { class: flow, args: { flow: say } }
say-tone: { class: flow, args: { flow: say, input: tone, output: answer } }
say-mood: { class: flow, args: { flow: say, input: mood } }
grades: { class: flow, args: { flow: accuracy } }
`,
};

async function run(fn: string) {
  const cwd = storyFolder(FILES);
  const path = join(cwd, "log.jsonl");
  const argv = [fn, "same", "--registry-path", cwd, "--record-path", path];
  const done = await runCli(argv, { cwd });
  return { ...done, log: () => logLines(path) };
}

test.each([["say"], ["./say/flow.dag.yaml"]])(
  "a flow is the subject of an eval as %s: the prompt is its input, its output the answer",
  async (fn) => {
    const { exitCode, stderr, log } = await run(fn);

    expect(exitCode, stderr).toBe(0);
    const { report, events } = log();
    expect(report).toMatchObject({ accuracy: 0.5 });
    expect(events.filter(({ type }) => type === "sampling")).toHaveLength(2);
    expect(events.find(({ type }) => type === "match")?.data).toMatchObject({
      sampled: expect.stringContaining("plain: "),
    });
  },
);

test("another input may get the prompt; what it then lacks is the sample's error", async () => {
  const { exitCode, log } = await run("say-tone");

  expect(exitCode).toBe(1);
  expect(log().events.find(({ type }) => type === "error")?.data).toMatchObject({
    type: "CompletionError",
    code: "flow_failed",
    message: expect.stringContaining('"question"'),
  });
});

test.each([
  ["say-mood", 'no input "mood"'],
  ["grades", "a flow with aggregation nodes answers no prompts"],
])("%s is refused before anything is asked", async (fn, message) => {
  const { exitCode, stderr } = await run(fn);

  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
