import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

/** Checks evals of a registry with some more files in it. */
async function runCheck(files: Record<string, string>, ...argv: string[]) {
  const root = tinyRegistry({ files });
  const run = await runCli(["check", ...argv, "--registry_path", root], { cwd: root });
  return { ...run, root };
}

test("evals that can run are counted with their rows", async () => {
  const { exitCode, stdout } = await runCheck({}, "t-match", "t-fuzzy");

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^ok +t-match\.dev\.v0 {2}4 rows$/m);
  expect(stdout).toMatch(/^ok +t-fuzzy\.dev\.v0 {2}4 rows$/m);
  expect(stdout).toContain("2 checked · all can run");
});

test("a name checks its concrete eval once, however often it is chosen", async () => {
  const { stdout } = await runCheck({}, "t-match", "t-match.dev.v0", "t-mat*");

  expect(stdout).toContain("1 checked");
});

test.each([
  [
    "a misspelt arg",
    "t.dev.v0:\n  class: match\n  args:\n    smaples_jsonl: tiny.jsonl\n",
    ["evals/t.yaml:4", '"smaples_jsonl"', 'did you mean "samples_jsonl"'],
  ],
  [
    "an arg of the wrong type",
    "t.dev.v0:\n  class: includes\n  args: { samples_jsonl: tiny.jsonl, ignore_case: maybe }\n",
    ["evals/t.yaml:3", '"ignore_case"'],
  ],
  [
    "data that is not there",
    "t.dev.v0:\n  class: match\n  args: { samples_jsonl: gone.jsonl }\n",
    ["gone.jsonl", "data/gone.jsonl"],
  ],
  [
    "a class that exists in Python alone",
    "t.dev.v0:\n  class: evals.elsuite.ballots.eval:BallotsEval\n",
    ["evals.elsuite.ballots.eval:BallotsEval", "evals/t.yaml:"],
  ],
  ["a built-in that does not exist", "t.dev.v0: { class: mtach }\n", ['did you mean "match"']],
  ["a class file that is not there", "t.dev.v0: { class: ../gone.ts:Gone }\n", ["gone.ts"]],
  [
    "an alias that leads nowhere",
    "t.dev.v0: { id: t.gone.v0 }\n",
    ['"t.gone.v0"', "evals/t.yaml:1"],
  ],
])("%s is an error with its place", async (_, yaml, messages) => {
  const { exitCode, stdout, stderr } = await runCheck({ "evals/t.yaml": yaml }, "t.dev.v0");

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^error +t\.dev\.v0$/m);
  for (const message of messages) expect(stdout).toContain(message);
  expect(stdout).toContain("1 cannot run");
  expect(stdout + stderr).not.toContain("    at ");
});

test.each([
  ["broken JSON", '{"input": "q", "ideal": "A"}\n{"input": "q" "ideal": "A"}\n', "bad.jsonl:2:15"],
  ["a missing field", '{"input": "q", "ideal": "A"}\n{"input": "q"}\n', "bad.jsonl:2"],
  ["a field of the wrong type", '{"input": 3, "ideal": "A"}\n', "bad.jsonl:1"],
])("a row with %s is an error with its file and line", async (_, rows, place) => {
  const { exitCode, stdout } = await runCheck(
    {
      "evals/t.yaml": "t.dev.v0: { class: match, args: { samples_jsonl: bad.jsonl } }\n",
      "data/bad.jsonl": rows,
    },
    "t.dev.v0",
  );

  expect(exitCode).toBe(1);
  expect(stdout).toContain(place);
});

test("one that is broken disturbs no other", async () => {
  const { exitCode, stdout } = await runCheck(
    { "evals/t.yaml": "t.dev.v0: { class: evals.elsuite.ballots.eval:BallotsEval }\n" },
    "t*",
  );

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^error +t\.dev\.v0$/m);
  expect(stdout).toMatch(/^ok +t-match\.dev\.v0/m);
});

test("R28: a broken file is listed with line and column, and stops nothing else", async () => {
  const { exitCode, stdout } = await runCheck({ "modelgraded/bad.yaml": "bad:\n  prompt: *x\n" });

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^broken .*modelgraded\/bad\.yaml:2:\d+: /m);
  expect(stdout).toMatch(/^ok +t-match\.dev\.v0/m);
});

test("R30: a stray field is a warning, and an error with --strict", async () => {
  const files = {
    "evals/t.yaml": "t.dev.v0:\n  class: match\n  args: { samples_jsonl: tiny.jsonl }\n  junk: 1\n",
  };

  const lenient = await runCheck(files, "t.dev.v0");
  const strict = await runCheck(files, "t.dev.v0", "--strict");

  expect(lenient.exitCode).toBe(0);
  expect(lenient.stdout).toMatch(/warning: .*"junk"/);
  expect(strict.exitCode).toBe(1);
});

test("what may be a mistake in the data is a warning with the place of the first", async () => {
  const { stdout } = await runCheck(
    { "data/tiny.jsonl": '{"input": "q", "ideal": ""}\n{"input": "q", "ideal": ""}\n' },
    "t-match",
  );

  expect(stdout).toMatch(/warning: an empty ideal in 2 rows \(first: .*tiny\.jsonl:1\)/);
});

test("an unknown name is refused with near names", async () => {
  const { exitCode, stderr } = await runCheck({}, "t-mathc");

  expect(exitCode).toBe(2);
  expect(stderr).toContain('did you mean "t-match"');
});

test("--extra-eval-params are put over the args", async () => {
  const { exitCode, stdout } = await runCheck(
    { "data/other.jsonl": '{"input": "q", "ideal": "A"}\n' },
    ...["t-match", "--extra_eval_params", "samples_jsonl=other.jsonl"],
  );

  expect(exitCode).toBe(0);
  expect(stdout).toContain("1 rows");
});

test("--json has errors, warnings and broken files", async () => {
  const root = tinyRegistry({
    files: {
      "evals/t.yaml": "t.dev.v0: { class: mtach }\n",
      "evals/bad.yaml": "a: [\n",
    },
  });

  const { exitCode, stdout } = await runCli(["check", "--json", "--registry_path", root]);

  const { evals, broken_files } = JSON.parse(stdout);
  expect(exitCode).toBe(1);
  expect(evals).toContainEqual({
    name: "t.dev.v0",
    class: "mtach",
    rows: null,
    error: expect.stringContaining('no built-in class "mtach"'),
    warnings: expect.any(Array),
  });
  expect(evals).toContainEqual(
    expect.objectContaining({ name: "t-match.dev.v0", rows: 4, error: null }),
  );
  expect(broken_files).toEqual([expect.stringContaining(join(root, "evals/bad.yaml:"))]);
});

test("--against counts samples that are in training data, exactly and but for their form", async () => {
  const training = [
    { input: "Question 1?", ideal: "A" },
    { input: "  question 2 ?", ideal: "A" },
    { input: "Something else", ideal: "A" },
  ];
  const files = {
    "data/tiny.jsonl": questions(4)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(""),
    "train.jsonl": training.map((row) => `${JSON.stringify(row)}\n`).join(""),
  };

  const found = await runCheck(files, "t-match", "--against", "train.jsonl");
  const strict = await runCheck(files, "t-match", "--against", "train.jsonl", "--strict");

  expect(found.exitCode).toBe(0);
  expect(found.stdout).toContain("2 of 4 samples are in the training data");
  expect(found.stdout).toMatch(/exact: .*tiny\.jsonl:2 is .*train\.jsonl:1/);
  expect(found.stdout).toMatch(/normali[sz]ed: .*tiny\.jsonl:3 is .*train\.jsonl:2/);
  expect(strict.exitCode).toBe(1);
});

test("--against names training data that is not there", async () => {
  const { exitCode, stdout } = await runCheck({}, "t-match", "--against", "gone.jsonl");

  expect(exitCode).toBe(1);
  expect(stdout).toContain("gone.jsonl");
});

test("a name without a split is refused, as a run would", async () => {
  const { exitCode, stdout } = await runCheck(
    { "evals/t.yaml": "nodots: { class: match, args: { samples_jsonl: tiny.jsonl } }\n" },
    "nodots",
  );

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^error +nodots$/m);
  expect(stdout).toContain('the eval name "nodots" has no split');
  expect(stdout).toContain("evals/t.yaml:1");
});

test.each([["t-m"], ["t-m*"]])(
  "a stray field of an alias is seen in a check of %s",
  async (name) => {
    const files = {
      "evals/t.yaml": "t-m: { id: t-match.dev.v0, junk: 1 }\n",
    };

    const found = await runCheck(files, name);
    const strict = await runCheck(files, name, "--strict");

    expect(found.exitCode).toBe(0);
    expect(found.stdout).toMatch(/evals\/t\.yaml:1: the field "junk" of "t-m" is not read/);
    expect(strict.exitCode).toBe(1);
  },
);

test("gates of an alias are looked at", async () => {
  const { exitCode, stdout } = await runCheck(
    { "evals/t.yaml": 't: { id: t-match.dev.v0, gates: ["accuracy is good"] }\n' },
    "t",
  );

  expect(exitCode).toBe(1);
  expect(stdout).toContain("accuracy is good");
  expect(stdout).toContain("evals/t.yaml:1");
});

test.each([[["dummy", "t-match"]], [["check", "t-match"]]])(
  "%j that is interrupted before anything was asked says so in a line",
  async (argv) => {
    const root = tinyRegistry();

    const { exitCode, stdout, stderr } = await runCli([...argv, "--registry_path", root], {
      signal: AbortSignal.abort("SIGINT"),
    });

    expect(exitCode).toBe(130);
    expect(stdout).toBe("");
    expect(stderr).toBe("interrupted (SIGINT) before anything was asked\n");
  },
);

test("a check that is interrupted ends there", async () => {
  const root = tinyRegistry();

  const { exitCode, stdout } = await runCli(["check", "--registry_path", root], {
    signal: AbortSignal.abort("SIGINT"),
  });

  expect(exitCode).toBe(130);
  expect(stdout).toBe("");
});

describe("the judge of an eval's args", () => {
  /** Checks an eval with this judge; no key is set. */
  async function checkJudge(judge: string) {
    vi.stubEnv("OPENAI_API_KEY", "");
    vi.stubEnv("OPENAI_BASE_URL", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    return runCheck(
      {
        "evals/j.yaml": `j.dev.v0:
  class: model-graded
  args: { samples_jsonl: j.jsonl, modelgraded_spec: closedqa, judge: ${judge} }
`,
        "data/j.jsonl": '{"input": "q", "criteria": "c"}\n',
        "judge.ts": "export class Judge { complete() { return 'Y'; } }\n",
      },
      ...["j.dev.v0", "--strict"],
    );
  }

  test.each([
    ["gpt-4o"],
    ["scripted/judge-closedqa"],
    ["./judge.ts:Judge"],
    ["{ completion_fn: gpt-4o, completion_args: { extra_options: { top_p: 1 } } }"],
  ])("%s is fine, and no key is needed", async (judge) => {
    const { exitCode, stdout } = await checkJudge(judge);

    expect(stdout).toContain("all can run");
    expect(exitCode).toBe(0);
  });

  test.each([
    ["scripted/judge-closedqas", 'did you mean "scripted/judge-closedqa"?'],
    ["./judge.ts:Jugde", 'did you mean "Judge"'],
    ["./gone.ts:Judge", "gone.ts"],
    [
      "{ completion_fn: oracle, completion_args: { acuracy: 1 } }",
      '"acuracy" is not known; did you mean "accuracy"?',
    ],
  ])("%s is found to be wrong before a run", async (judge, message) => {
    const { exitCode, stdout } = await checkJudge(judge);

    expect(exitCode).toBe(1);
    expect(stdout).toContain(message);
  });
});
