import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";

/** A folder with files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "oaieval-config-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The two kinds of rows of a toy task. */
const ROWS = [
  { prompt: "Which city is the capital of Peru?", answer: "Lima", task: "qa" },
  { prompt: "Tell me of the sea in one line.", answer: "", task: "open" },
];
const DATA = ROWS.map((row) => `${JSON.stringify(row)}\n`).join("");
/** Its second answer has 28 characters. */
const POET = `export const poet = (prompt) =>
  JSON.stringify(prompt).includes("Peru") ? "Lima" : "Waves come, waves go, I stay";
`;

const JSONNET = `// one data set, two kinds of rows
{
  class_path: 'ChatResponse',
  init_args: {
    eval_dataset: {
      class_path: 'JsonlChatDataset',
      init_args: {
        path: 'toydata.jsonl',
        input_template: '{{ prompt }}',
        reference_template: '{{ answer }}',
      },
    },
    metrics: [
      {
        class_path: 'QueryRoutedMetric',
        init_args: {
          routes: [
            { name: 'qa', where: { task: 'qa' }, metrics: [{ class_path: 'ExactMatch' }] },
            { name: 'open', where: { task: 'open' }, metrics: [{ class_path: 'OutputLengthStats' }] },
          ],
        },
      },
    ],
  },
}
`;

const VALUE = {
  class: "metrics",
  args: {
    samples_jsonl: "toydata.jsonl",
    input_template: "{{ prompt }}",
    reference_template: "{{ answer }}",
    metrics: ["flexeval-exact-match"],
  },
};

const FILES = { "toydata.jsonl": DATA, "poet.mjs": POET };

/** Runs a command in a folder; its log is `log.jsonl` there. */
async function runIn(folder: string, words: readonly string[]) {
  const path = join(folder, "log.jsonl");
  const run = await runCli([...words, "--record-path", path], { cwd: folder });
  return { ...run, path };
}

describe("a config of flexeval", () => {
  test("runs as it is written, with the values of its routes", async () => {
    const folder = folderOf({ ...FILES, "ToyTask.jsonnet": JSONNET });

    const { exitCode, stdout, path } = await runIn(folder, [
      "./poet.mjs:poet",
      "./ToyTask.jsonnet",
    ]);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/qa\/exact_match +1 /);
    const { spec, report } = logLines(path);
    expect(report).toMatchObject({ "qa/exact_match": 1, "open/avg_output_length": 28 });
    expect(spec).toMatchObject({ base_eval: "toy-task", split: "default" });
  });

  test("finds its data beside itself, wherever it is run from", async () => {
    const folder = folderOf({
      "poet.mjs": POET,
      "tasks/toydata.jsonl": DATA,
      "tasks/toytask.jsonnet": JSONNET,
    });

    const { path } = await runIn(folder, ["./poet.mjs:poet", "./tasks/toytask.jsonnet"]);

    expect(logLines(path).report).toMatchObject({ "qa/exact_match": 1 });
  });

  test("is checked, resumed and scored again", async () => {
    const folder = folderOf({ ...FILES, "toytask.jsonnet": JSONNET });
    const checked = await runCli(["check", "./toytask.jsonnet"], { cwd: folder });
    const { path } = await runIn(folder, [
      "./poet.mjs:poet",
      "./toytask.jsonnet",
      "--max-samples",
      "1",
    ]);

    const resumed = await runCli(["resume", path], { cwd: folder });
    const again = join(folder, "again.jsonl");
    const scored = await runCli(["score", path, "--record-path", again], { cwd: folder });

    expect(checked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("2 rows") });
    expect(resumed.stderr).toContain("nothing is left to ask");
    expect(scored.stderr).toContain("toytask.default");
    const old = logLines(path).report ?? {};
    const figures = Object.entries(old).filter(([key]) => /^(qa|open)\//.test(key));
    expect(figures.length).toBeGreaterThan(0);
    expect(logLines(again).report).toMatchObject(Object.fromEntries(figures));
  });
});

describe("a config of ours", () => {
  const text = JSON.stringify(VALUE);
  test.each([
    ["toytask.json", text],
    ["toytask.json5", text.replaceAll('"class"', "class").replace(/}}$/, ",},}")],
    ["toytask.jsonnet", `# as in Jsonnet\n${text.replaceAll('"metrics"', "'metrics'")}`],
    ["toytask.yaml", `class: metrics\nargs: ${JSON.stringify(VALUE.args)}\n`],
    ["toytask.yml", `class: metrics\nargs: ${JSON.stringify(VALUE.args)}\n`],
  ])("is read from %s", async (name, content) => {
    const folder = folderOf({ ...FILES, [name]: content });

    const { exitCode, path } = await runIn(folder, ["./poet.mjs:poet", `./${name}`]);

    expect(exitCode).toBe(0);
    expect(logLines(path).report).toMatchObject({ exact_match: 0.5 });
    expect(logLines(path).spec.eval_name).toBe("toytask.default");
  });

  test("may have gates", async () => {
    const gated = { ...VALUE, gates: ["exact_match >= 0.9"] };
    const folder = folderOf({ ...FILES, "toytask.json": JSON.stringify(gated) });

    const { exitCode, stdout } = await runIn(folder, ["./poet.mjs:poet", "./toytask.json"]);

    expect(exitCode).toBe(1);
    expect(stdout).toContain("exact_match >= 0.9");
  });
});

describe("what Jsonnet computes is refused with its line and how to render it", () => {
  test.each([
    ["local", "local x = 1;\n{ class: 'metrics' }", "1:1"],
    ["function", "{\n  class: function(x) x }", "2:10"],
    ["import", "{ class: 'metrics',\n  args: import 'args.libsonnet' }", "2:9"],
    ["std", "{ class: 'metrics',\n  args: std.mergePatch({}, {}) }", "2:9"],
    ["joined texts", "{\n  class: 'met' + 'rics' }", "2:16"],
    ["a text block", "{\n  class: |||\n    metrics\n  ||| }", "2:10"],
    ["a comprehension", "{ class: 'metrics',\n  args: [x for x in [1]] }", "2:10"],
    ["a merge", "{ class: 'metrics',\n  args+: {} }", "2:7"],
  ])("%s", async (_, text, place) => {
    const folder = folderOf({ "toytask.jsonnet": text });

    const { exitCode, stderr } = await runCli(["none", "./toytask.jsonnet"], { cwd: folder });

    expect(exitCode).toBe(2);
    expect(stderr).toContain(`where: ${join(folder, "toytask.jsonnet")}:${place}`);
    expect(stderr).toContain("jsonnet toytask.jsonnet > toytask.json");
  });

  test("texts keep their quotes, signs and escapes, and comments of all three kinds are left out", async () => {
    const text = `# one
/* two: local x */
{ class: 'metrics', // three
  args: { samples_jsonl: "toydata.jsonl", metrics: ['length'],
    input_template: 'it\\'s // no "comment" + #1 \\u00e9: {{ prompt }}' } }`;
    const folder = folderOf({ ...FILES, "toytask.jsonnet": text });

    const { path } = await runIn(folder, ["./poet.mjs:poet", "./toytask.jsonnet"]);

    expect(logLines(path).spec.run_config.eval_spec.args).toMatchObject({
      input_template: `it's // no "comment" + #1 é: {{ prompt }}`,
    });
  });

  test("a word within a text or a comment is no construct", async () => {
    const text = `// local x = import 'y';\n${JSONNET.replace("{{ prompt }}", "local {{ prompt }}")}`;
    const folder = folderOf({ ...FILES, "toytask.jsonnet": text });

    const { exitCode } = await runCli(["check", "./toytask.jsonnet"], { cwd: folder });

    expect(exitCode).toBe(0);
  });
});

describe("a config that is wrong names file and line", () => {
  test.for([
    ["a.json", '{\n  "class": }', "a.json:2:12", "not valid JSON5"],
    ["a.json5", "{ class: 'metrics',\n  args: ['a' 'b'] }", "a.json5:2:14", "not valid JSON5"],
    ["a.yaml", "class: metrics\nargs: [1\n", "a.yaml:", "not valid YAML"],
    ["a.json", "[1]", "a.json:1", "is no config of an eval"],
    [
      "a.json5",
      "{ class: 'metrics', args: {\n  metricz: ['bleu'] } }",
      "a.json5:2",
      '"metricz" is not known',
    ],
  ] as const)("%s %j", async ([name, text, where, message]) => {
    const folder = folderOf({ [name]: text });

    const { exitCode, stderr } = await runCli(["none", `./${name}`], { cwd: folder });

    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`where: ${join(folder, where)}`);
  });

  test("a file that is not there is said so, with the name that is near", async () => {
    const folder = folderOf({ "toytask.json": "{}" });

    const { exitCode, stderr } = await runCli(["none", "./toytsk.json"], { cwd: folder });

    expect(exitCode).toBe(2);
    expect(stderr).toContain('did you mean "toytask.json"?');
  });
});

describe("a part of flexeval that is not here is refused by its name", () => {
  test.each([
    ["{ path: 'd.jsonl', data_range: [0, 9] }", "data_range", "--max-samples N"],
    [
      "{ path: 'd.jsonl', preprocessors: [{ class_path: 'X' }] }",
      "preprocessors",
      "samples_jsonl may be code",
    ],
    ["{ path: 'd.jsonl', input_templat: 'x' }", "input_templat", 'did you mean "input_template"?'],
  ])("of a data set: %s", async (args, name, instead) => {
    const dataset = `{ class_path: 'JsonlChatDataset',\n init_args: ${args} }`;

    const { exitCode, stderr } = await refusal(`eval_dataset: ${dataset}, metrics: []`);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(`"${name}" of JsonlChatDataset`);
    expect(stderr).toContain(instead);
    expect(stderr).toContain("toytask.jsonnet:3");
  });

  test.each([
    [
      "few_shot_generator: { class_path: 'X' }",
      '"few_shot_generator" of ChatResponse',
      "input_template",
    ],
    ["max_instances: 3", '"max_instances" of ChatResponse', "--max-samples N"],
    ["eval_dataset: { class_path: 'HFChatDataset' }", "HFChatDataset", "JsonlChatDataset"],
  ])("of the setup: %s", async (args, name, instead) => {
    const { exitCode, stderr } = await refusal(args);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(name);
    expect(stderr).toContain(instead);
  });

  test.each([
    "SARI",
    "XER",
    "MathVerify",
    "CodeEval",
    "CommonPrefixLength",
    "CommonStringLength",
    "Correlation",
    "RepetitionN",
    "PerspectiveAPI",
    "LLMScore",
    "LLMLabel",
    "LLMGEvalScore",
    "ChatLLMScore",
    "ChatLLMLabel",
    "ChatLLMGEvalScore",
  ])("the metric %s, also within a route", async (name) => {
    const lone = await refusal(`${DATASET}, metrics: [{ class_path: '${name}' }]`);
    const route = `{ name: 'r', metrics: [{ class_path: '${name}' }] }`;
    const routed = `{ class_path: 'QueryRoutedMetric', init_args: { routes: [${route}] } }`;
    const within = await refusal(`${DATASET}, metrics: [${routed}]`);

    for (const { exitCode, stderr } of [lone, within]) {
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`"${name}"`);
      expect(stderr).toMatch(
        /fix: {3}(run it by flexeval|let a judge|levenshtein|numeric-match|Repetition)/,
      );
    }
  });
});

const DATASET =
  "eval_dataset: { class_path: 'JsonlChatDataset', init_args: { path: 'toydata.jsonl', input_template: '{{ prompt }}' } }";

/** What a run says of a setup with these args. */
async function refusal(args: string) {
  const text = `{ class_path: 'ChatResponse',\n init_args: { ${args} } }`;
  const folder = folderOf({ ...FILES, "toytask.jsonnet": text });
  return runCli(["./poet.mjs:poet", "./toytask.jsonnet"], { cwd: folder });
}

describe("gen_kwargs", () => {
  test("are the options of calls under the names of APIs", async () => {
    const folder = folderOf({
      ...FILES,
      "plain.mjs": "export const plain = () => 'x';",
      "toytask.jsonnet": `{ class_path: 'ChatResponse', init_args: { ${DATASET}, metrics: [{ class_path: 'OutputLengthStats' }],
        gen_kwargs: { do_sample: false, max_new_tokens: 7, stop_sequences: ['!'] } } }`,
    });

    const { path } = await runIn(folder, ["./plain.mjs:plain", "./toytask.jsonnet"]);

    const asked = logLines(path).events.filter(({ type }) => type === "sampling");
    expect(asked).toHaveLength(2);
    expect(asked[0]?.data).toMatchObject({
      params: { temperature: 0, max_tokens: 7, stop: ["!"] },
    });
  });
});

test("a registry may name ChatResponse by either name", async () => {
  const entry = (cls: string) =>
    `toy: { id: toy.dev.v0 }\ntoy.dev.v0:\n  class: ${cls}\n  args:\n    samples_jsonl: toydata.jsonl\n    input_template: '{{ prompt }}'\n    reference_template: '{{ answer }}'\n    metrics: [{ class: ExactMatch }]\n`;
  for (const cls of ["ChatResponse", "evals.elsuite.chat_response:ChatResponse"]) {
    const folder = folderOf({ ...FILES, "evals/toy.yaml": entry(cls), "data/.keep": "" });

    const { path } = await runIn(folder, ["./poet.mjs:poet", "toy", "--registry-path", folder]);

    expect(logLines(path).report).toMatchObject({ exact_match: 0.5 });
  }
});
