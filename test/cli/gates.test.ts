import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

const NINE_OF_TEN = [
  ...questions(9),
  { input: "Question 9?", ideal: "B" },
] as const satisfies object[];

test.each([
  { gate: "accuracy >= 0.9", exitCode: 0, verdict: "passed: 1 of 1 gates are met" },
  { gate: "accuracy >= 0.95", exitCode: 1, verdict: "failed: 1 of 1 gates are not met" },
])("R89: 9 of 10 right and the gate $gate: $exitCode", async ({ gate, ...expected }) => {
  const { exitCode, stdout } = await runTiny(
    ["constant", "t-match", "--completion_args", "text=A", "--gate", gate],
    { rows: NINE_OF_TEN },
  );

  expect(exitCode).toBe(expected.exitCode);
  expect(stdout).toContain(`verdict  ${expected.verdict}`);
});

test("R93: a gate that is not met is told with figure, bound and the worst samples", async () => {
  const rows = ["Yes", "Yes", "Yes", "No", "No"].map((ideal) => ({ input: "Really?", ideal }));
  const { stdout } = await runTiny(
    [
      ...["constant", "t-fuzzy", "--completion_args", "text=Yes"],
      ...["--gate", "accuracy >= 0.5", "--gate", "f1_score > 90%", "--gate", "errors == 0"],
    ],
    { rows },
  );

  expect(stdout).toMatch(/^gates +gate +value$/m);
  expect(stdout).toMatch(/^met +accuracy >= 0\.5 +0\.6$/m);
  expect(stdout).toMatch(/^NOT MET +f1_score > 90% +0\.6$/m);
  expect(stdout).toMatch(/^met +errors == 0 +0$/m);
  expect(stdout).toMatch(
    /^ {2}f1_score is 0\.6; the gate is f1_score > 90% \(0\.9\); worst samples: t-fuzzy\.dev\.[34], t-fuzzy\.dev\.[34]$/m,
  );
  expect(stdout).toContain("verdict  failed: 1 of 3 gates are not met\n");
});

test("R89: gates of the eval's YAML are judged as those of the flag, which replace them", async () => {
  const files = {
    "evals/gated.yaml": `gated:
  id: gated.dev.v0
  metrics: [accuracy]
  gates:
    - accuracy >= 0.95
    - errors <= 1%
gated.dev.v0: { class: match, args: { samples_jsonl: tiny.jsonl } }
`,
  };
  const run = (...flags: string[]) =>
    runTiny(["constant", "gated", "--completion_args", "text=A", ...flags], {
      rows: NINE_OF_TEN,
      files,
    });

  expect((await run()).stdout).toContain("verdict  failed: 1 of 2 gates are not met");
  const loosened = await run("--gate", "accuracy >= 0.5");
  expect(loosened.exitCode).toBe(0);
  expect(loosened.stdout).toContain("verdict  passed: 2 of 2 gates are met");
  expect(loosened.stderr).not.toContain("gates");
});

test.each([
  ["of the flag", ["t-match", "--gate", "accuracy => 1"], "--gate"],
  ["of YAML", ["bad"], "evals/bad.yaml:3"],
])("a gate %s that cannot be read is refused with its place", async (_, argv, where) => {
  const { exitCode, stderr, hasLog } = await runTiny(["oracle", ...argv], {
    files: {
      "evals/bad.yaml": `bad:
  id: bad.dev.v0
  gates: [accuracy => 1]
bad.dev.v0: { class: match, args: { samples_jsonl: tiny.jsonl } }
`,
    },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain('the gate "accuracy => 1" has the comparison "=>"');
  expect(stderr).toMatch(new RegExp(`where: .*${where}\\n`));
  expect(hasLog).toBe(false);
});

test("oaieval check refuses a gate that cannot be read", async () => {
  const root = tinyRegistry({
    files: {
      "evals/bad.yaml": `bad.dev.v0: { class: match, gates: [accuracy], args: { samples_jsonl: tiny.jsonl } }\n`,
    },
  });
  const { exitCode, stdout } = await runCli(["check", "bad.dev.v0", "--registry_path", root]);

  expect(exitCode).toBe(1);
  expect(stdout).toContain('the gate "accuracy" compares nothing');
});

test.each([
  ["gates: accuracy >= 1", 'make it a list, as in ["accuracy >= 0.8", "errors <= 1%"]'],
  ["gates: [0.8]", "put it in quotes"],
])("`%s` in YAML is refused", async (gates, fix) => {
  const { exitCode, stderr } = await runTiny(["oracle", "bad.dev.v0"], {
    files: {
      "evals/bad.yaml": `bad.dev.v0:\n  class: match\n  ${gates}\n  args: { samples_jsonl: tiny.jsonl }\n`,
    },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain("evals/bad.yaml:3");
  expect(stderr).toContain(fix);
});

test("R59: with no sample judged, a gate says that there are no scores, and is not met", async () => {
  const { exitCode, stdout } = await runTiny([
    ...["oracle", "t-match", "--max_samples", "0", "--gate", "accuracy >= 0"],
  ]);

  expect(exitCode).toBe(1);
  expect(stdout).toContain("the gate accuracy >= 0 is about no figure: no scores");
});

test("a gate on a figure that the report does not have is not met and names a near one", async () => {
  const { exitCode, stdout } = await runTiny([
    ...["oracle", "t-match", "--gate", "acuracy >= 0.5"],
  ]);

  expect(exitCode).toBe(1);
  expect(stdout).toContain('the report has no "acuracy"; did you mean "accuracy"');
});

test.each([
  { gates: [], exitCode: 1 },
  { gates: ["accuracy == 1"], exitCode: 1 },
  { gates: ["accuracy == 1", "errors <= 50%"], exitCode: 0 },
  { gates: ["errors < 50%"], exitCode: 1 },
])("R81: two of four samples without an answer, gates $gates: $exitCode", async (expected) => {
  const refusal = { status: 400, body: { error: { message: "no", code: "invalid_prompt" } } };
  await stubEndpoint((request) =>
    /[13]\?/.test(JSON.stringify(request.body.messages)) ? refusal : "A",
  );
  const flags = expected.gates.flatMap((gate) => ["--gate", gate]);
  const { exitCode, log } = await runTiny(["model", "t-match", ...flags]);

  expect(exitCode).toBe(expected.exitCode);
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/total": 4,
    "samples/scored": 2,
    "samples/errors": 2,
  });
});

test("R91: a sample that is right in less than 8 of 10 repeats fails the run, and is named", async () => {
  await stubEndpoint(({ body }) => (JSON.stringify(body).includes("Question 0") ? "A" : "B"));
  const { exitCode, stdout, log } = await runTiny(
    [
      ...["model", "t-match", "--repeats", "10", "--reducer", "at_least_k:8"],
      ...["--gate", "accuracy == 1"],
    ],
    { rows: questions(2) },
  );

  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    "accuracy is 0.5; the gate is accuracy == 1; worst samples: t-match.dev.1",
  );
  expect(log.events.filter(({ type }) => type === "match")).toHaveLength(20);
});

test("gates of several runs are in one table, by run, and the worst decides", async () => {
  const root = tinyRegistry();
  const json = join(root, "each.json");
  const { exitCode, stdout } = await runCli(
    [
      ...["oracle,dummy", "t-match", "--each", "--gate", "accuracy >= 1", "--json", json],
      ...["--registry_path", root, "--record_path", join(root, "logs")],
    ],
    { cwd: root },
  );

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^gates +eval +gate +value$/m);
  expect(stdout).toMatch(/^met +t-match\.dev\.v0 \(oracle\) +accuracy >= 1 +1$/m);
  expect(stdout).toMatch(/^NOT MET +t-match\.dev\.v0 \(dummy\) +accuracy >= 1 +0$/m);
  expect(stdout.match(/verdict/g)).toHaveLength(1);
  expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject([
    { gates: [{ passed: true }] },
    { gates: [{ passed: false, value: 0, bound: 1, worst: expect.any(Array) }] },
  ]);
});

test.each([
  [["--gate", "accuracy = 1"], 'has the comparison "="'],
  [["--reducer", "best"], 'there is no reducer "best"'],
  [["--prices", "nowhere.yaml"], "the prices cannot be read"],
])("several runs are refused once for %j", async (flags, message) => {
  const root = tinyRegistry();
  const { exitCode, stdout, stderr } = await runCli(
    ["oracle,dummy", "t-match", "--each", "--registry_path", root, ...flags],
    { cwd: root },
  );

  expect(exitCode).toBe(2);
  expect(stderr.split(message)).toHaveLength(2);
  expect(stdout).toBe("");
});

test("gates of an eval that is done are judged by its log's report", async () => {
  const root = tinyRegistry();
  const argv = [
    ...["constant", "t-match", "--completion_args", "text=B", "--registry_path", root],
    ...["--record_path", join(root, "run.jsonl")],
  ];
  await runCli(argv, { cwd: root });
  const { exitCode, stdout } = await runCli([...argv, "--resume", "--gate", "accuracy >= 0.5"], {
    cwd: root,
  });

  expect(exitCode).toBe(1);
  expect(stdout).toContain("accuracy is 0; the gate is accuracy >= 0.5");
});

test("a figure just below its bound does not look as if it met it", async () => {
  const rows = [...questions(2), { input: "Question 2?", ideal: "B" }];
  const { stdout } = await runTiny(
    ["constant", "t-match", "--completion_args", "text=A", "--gate", "accuracy >= 0.6667"],
    { rows },
  );

  expect(stdout).toMatch(/^NOT MET +accuracy >= 0\.6667 +0\.666667$/m);
});

test("what several runs have to say alike is said once", async () => {
  const root = tinyRegistry({ files: { "prices.yaml": "some: { input: 1, output: 1 }\n" } });
  const { stderr } = await runCli(
    [
      ...["oracle,dummy", "t-match", "--each", "--registry_path", root],
      ...["--record_path", join(root, "logs")],
    ],
    { cwd: root },
  );

  expect(stderr.match(/the cost is not known/g)).toHaveLength(1);
});
