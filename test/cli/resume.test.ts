import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { questions, type TinyOptions, tinyRegistry } from "../helpers/tiny-registry.ts";

/** A run of ten samples, of whose log the lines after so many outcomes are cut off. */
async function cutRun(
  argv: readonly string[] = [],
  { outcomes = 4, torn = "", ...options }: { outcomes?: number; torn?: string } & TinyOptions = {},
) {
  const root = tinyRegistry({ rows: questions(10), ...options });
  const log = join(root, "log.jsonl");
  const flags = ["--registry_path", root, "--record_path", log];
  const whole = await runCli(["oracle", "t-match", ...argv, ...flags], { cwd: root });
  const lines = readFileSync(log, "utf8").split("\n");
  writeFileSync(log, `${lines.slice(0, 1 + 2 * outcomes).join("\n")}\n${torn}`);
  return { root, log, whole };
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** The table of figures, without times and paths. */
function table(stdout: string): string {
  return stdout.slice(0, stdout.indexOf("time"));
}

test("R112: resume LOG asks what is missing and prints the report of a whole run", async () => {
  const { log, whole } = await cutRun([], { torn: '{"run_id":"26' });

  const { exitCode, stdout, stderr } = await runCli(["resume", log]);

  expect(exitCode).toBe(0);
  expect(table(stdout)).toBe(table(whole.stdout));
  expect(stderr).toMatch(/^resume {3}7 of 10 samples are left$/m);
  expect(logLines(log).report).toMatchObject({ accuracy: 1, "samples/scored": 10 });
});

test("resume LOG takes everything from the log, from another folder as well", async () => {
  const args = ["--max-samples", "8", "--seed", "7", "--shuffle-seed", "9"];
  const { root, log } = await cutRun([
    ...args,
    ...["--extra-eval-params", "reverse=true", "--user", "ann"],
    ...["--completion-args", "accuracy=0.5,seed=3"],
  ]);
  const elsewhere = tempRegistry({});
  copyFileSync(log, join(elsewhere, "copy.jsonl"));

  const { exitCode } = await runCli(["resume", "copy.jsonl"], { cwd: elsewhere });

  const { spec, report, events } = logLines(join(elsewhere, "copy.jsonl"));
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ "samples/total": 8, "samples/scored": 8 });
  expect(new Set(events.map(({ created_by }) => created_by))).toEqual(new Set(["ann"]));
  expect(spec.run_config).toMatchObject({ cwd: root, eval: "t-match" });
});

test("an eval and a function that were named by file go on", async () => {
  const files = {
    "mine.mjs": `import { Eval } from "oaieval";
      export class Mine extends Eval {
        async evalSample({ input }, ctx) {
          const { text } = await ctx.complete(input);
          ctx.record.match(text === "hi", { picked: text });
        }
      }
      export class Hi { async complete() { return { completions: ["hi"] }; } }`,
  };
  const root = tinyRegistry({ rows: questions(6), files });
  const log = join(root, "log.jsonl");
  const argv = ["./mine.mjs:Hi", "./mine.mjs:Mine", "--record_path", log];
  await runCli([...argv, "--extra-eval-params", `samples_jsonl=${root}/data/tiny.jsonl`], {
    cwd: root,
  });
  edit(log, (text) => `${text.split("\n").slice(0, 5).join("\n")}\n`);

  const { exitCode, stderr } = await runCli(["resume", log]);

  expect(stderr).toContain("4 of 6 samples are left");
  expect(exitCode).toBe(0);
  expect(logLines(log).report).toMatchObject({ accuracy: 1, "samples/scored": 6 });
});

describe("--resume", () => {
  test("goes on with the log of --record-path", async () => {
    const { root, log } = await cutRun();
    const flags = ["--registry_path", root, "--record_path", log];

    const { exitCode, stderr } = await runCli(["oracle", "t-match", "--resume", ...flags], {
      cwd: root,
    });

    expect(stderr).toContain("6 of 10 samples are left");
    expect(exitCode).toBe(0);
  });

  test("takes a log after =, under both names of the eval", async () => {
    const { root, log } = await cutRun();
    const argv = ["t-match.dev.v0", `--resume=${log}`, "--registry_path", root];

    const { exitCode, stderr } = await runCli(["oracle", ...argv], { cwd: root });

    expect(stderr).toContain("6 of 10 samples are left");
    expect(exitCode).toBe(0);
  });

  test("never takes the next argument for its log", async () => {
    const { root, log } = await cutRun();
    const flags = ["--registry_path", root, "--record_path", log];

    const { exitCode } = await runCli(["--resume", "oracle", "t-match", ...flags], { cwd: root });

    expect(exitCode).toBe(0);
  });

  test("with a log is refused for --each", async () => {
    const { root, log } = await cutRun();

    const { exitCode, stderr } = await runCli(
      ["oracle,dummy", "t-match", "--each", `--resume=${log}`, "--registry_path", root],
      { cwd: root },
    );

    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      [
        "--resume=LOG goes on with one run, and --each makes several",
        "  fix:   write --resume alone: it finds the log of each function",
        "",
      ].join("\n"),
    );
  });

  test("with --each finds the log of each function", async () => {
    const root = tinyRegistry();
    const argv = ["oracle,dummy", "t-match", "--each", "--registry_path", root];
    const flags = ["--record_path", join(root, "logs")];
    await runCli([...argv, ...flags], { cwd: root });

    const { stdout } = await runCli([...argv, ...flags, "--resume"], { cwd: root });

    expect(stdout.match(/\(done before\)/g)).toHaveLength(2);
  });

  test.each(["--dry-run", "--http-run"])("goes on in a file, not with %s", async (flag) => {
    const { root, log } = await cutRun();
    const url = ["--http-run-url", "http://127.0.0.1:9/"];
    const argv = ["oracle", "t-match", `--resume=${log}`, flag, ...url, "--registry_path", root];
    const before = readFileSync(log, "utf8");

    const { exitCode, stderr } = await runCli(argv, { cwd: root });

    expect(exitCode).toBe(2);
    expect(stderr).toContain("a run that is resumed goes on in its log file");
    expect(readFileSync(log, "utf8")).toBe(before);
  });
});

test("a complete log has nothing left; its report is printed and its exit code stands", async () => {
  const root = tinyRegistry();
  const log = join(root, "log.jsonl");
  const flags = ["--registry_path", root, "--record_path", log];
  const first = await runCli(["oracle/90", "t-match", ...flags], { cwd: root });
  const before = readFileSync(log, "utf8");

  const { exitCode, stdout, stderr } = await runCli(["resume", log]);

  expect(exitCode).toBe(0);
  expect(stderr).toBe("resume   nothing is left to ask\n");
  expect(stdout).toBe(first.stdout);
  expect(readFileSync(log, "utf8")).toBe(before);
});

test("a gate is judged on the report of a complete log as well", async () => {
  const { log } = await cutRun([], { outcomes: 10 });
  await runCli(["resume", log]);

  expect((await runCli(["resume", log, "--gate", "accuracy >= 0.9"])).exitCode).toBe(0);
  expect((await runCli(["resume", log, "--gate", "accuracy < 0.9"])).exitCode).toBe(1);
});

test("what failed is asked again", async () => {
  const root = tinyRegistry({ rows: questions(10) });
  const log = join(root, "log.jsonl");
  const server = await stubEndpoint(
    ({ body }) =>
      body.messages[0].content.includes("3")
        ? { status: 400, body: { error: { message: "too long", code: "context_length_exceeded" } } }
        : "A",
    ...Array(9).fill("A"),
  );
  const flags = ["--registry_path", root, "--record_path", log, "--concurrency", "1"];
  edit(join(root, "data/tiny.jsonl"), (text) => text.replace("Question 8?", "Question 3?"));
  const first = await runCli(["gpt-4o", "t-match", ...flags], { cwd: root });
  expect(first.exitCode).toBe(1);
  expect(first.stdout).toContain("9 of 10 scored");
  const asked = server.requests.length;

  const { exitCode, stderr } = await runCli(["resume", log]);

  expect(exitCode).toBe(0);
  expect(stderr).toContain("1 of 10 samples are left (1 of them failed)");
  expect(server.requests).toHaveLength(asked + 1);
});

describe("the last line says how to go on", () => {
  test("after Ctrl-C", async () => {
    const root = tinyRegistry();
    const log = join(root, "log 1.jsonl");
    const flags = ["--registry_path", root, "--record_path", log];

    const interrupt = new AbortController();
    await stubEndpoint(() => {
      interrupt.abort("SIGINT");
      return "A";
    });

    const { exitCode, stdout } = await runCli(["gpt-x", "t-match", ...flags, "--concurrency=1"], {
      signal: interrupt.signal,
      cwd: root,
    });

    expect(exitCode).toBe(130);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(`go on    oaieval resume '${log}'`);
  });

  test("after the run's time is up", async () => {
    const root = tinyRegistry();
    const log = join(root, "log.jsonl");
    const flags = ["--registry_path", root, "--record_path", log];
    const slow = ["--completion-args", "latency_ms=60000", "--run-timeout", "0.01"];

    const { exitCode, stdout } = await runCli(
      ["oracle", "t-match", ...slow, ...flags, "--sample-timeout", "0.01"],
      { cwd: root },
    );

    expect(exitCode).toBe(1);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(`go on    oaieval resume ${log}`);
  });

  test("after a failure that would meet every sample", async () => {
    const root = tinyRegistry();
    const log = join(root, "log.jsonl");
    await stubEndpoint("A", { status: 401, body: { error: { message: "bad key" } } });
    const flags = ["--registry_path", root, "--record_path", log, "--concurrency", "1"];

    const { exitCode, stdout } = await runCli(["gpt-4o", "t-match", ...flags], { cwd: root });

    expect(exitCode).toBe(1);
    expect(stdout).toContain("bad key");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(`go on    oaieval resume ${log}`);
  });

  test("but not when nothing is left, nor where there is no log", async () => {
    const root = tinyRegistry();
    const argv = ["oracle", "t-match", "--registry_path", root];
    const log = ["--record_path", join(root, "log.jsonl")];
    const signal = AbortSignal.abort("SIGINT");

    const whole = await runCli([...argv, ...log], { cwd: root });
    const dry = await runCli([...argv, "--dry-run"], { cwd: root, signal });

    expect(whole.stdout).not.toContain("go on");
    expect(dry.stdout).not.toContain("go on");
  });
});

describe("a run that is another one is refused, with each difference", () => {
  const cases: readonly [string, (root: string) => readonly string[], RegExp][] = [
    [
      "a seed",
      () => ["--seed", "1"],
      /^ {2}seed: 20220722 in the log, 1 now \(--seed 20220722\)$/m,
    ],
    [
      "a number of samples",
      () => ["--max-samples", "3"],
      /^ {2}max_samples: nothing in the log, 3 now \(leave out --max-samples\)$/m,
    ],
    ["parity", () => ["--parity"], /^ {2}parity: nothing in the log, true now/m],
    ["repeats", () => ["--repeats", "2"], /^ {2}repeats: nothing in the log, 2 now/m],
    [
      "an argument",
      () => ["--extra-eval-params", "reverse=true"],
      /^ {2}args\.reverse: nothing in the log, true now$/m,
    ],
    [
      "arguments of the function",
      () => ["--completion-args", "accuracy=0.5"],
      /^ {2}completion_args: nothing in the log, "accuracy=0\.5" now$/m,
    ],
    [
      "data",
      (root) => {
        edit(join(root, "data/tiny.jsonl"), (text) => text.replace("Question 3", "Question 33"));
        return [];
      },
      /^ {2}data \S+tiny\.jsonl: "10 rows, SHA-256 \w{8}…" in the log, "10 rows, SHA-256 \w{8}…" now$/m,
    ],
    [
      "the eval's entry",
      (root) => {
        edit(join(root, "evals/tiny.yaml"), (text) =>
          text.replace("class: match", "class: includes"),
        );
        return [];
      },
      /^ {2}class: "match" in the log, "includes" now$/m,
    ],
  ];

  test.each(cases)("%s", async (_, change, message) => {
    const { root, log } = await cutRun();
    const flags = change(root);
    const before = readFileSync(log, "utf8");
    const argv = ["oracle", "t-match", `--resume=${log}`, "--registry_path", root, ...flags];

    const { exitCode, stderr, stdout } = await runCli(argv, { cwd: root });

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^the run is not the one of the log:\n/);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(`  where: ${log}\n`);
    expect(stderr).toContain("or run the eval anew; the log was begun by: oaieval oracle t-match");
    expect(stdout).toBe("");
    expect(readFileSync(log, "utf8")).toBe(before);
  });

  test("another function and another eval", async () => {
    const { root, log } = await cutRun();

    const { stderr } = await runCli(
      ["dummy", "t-includes", `--resume=${log}`, "--registry_path", root],
      { cwd: root },
    );

    expect(stderr).toContain('  completion_fns: "oracle" in the log, "dummy" now\n');
    expect(stderr).toContain('  eval_name: "t-match.dev.v0" in the log, "t-includes.dev.v0" now\n');
    expect(stderr).not.toContain("entries");
  });

  test("R112: an entry that was edited meanwhile: of the eval, the function, the judge's spec", async () => {
    const files = {
      "completion_fns/fns.yaml": "right: { class: oracle }\n",
      "modelgraded/spec.yaml":
        'fine: { prompt: "Is {completion} fine?", choice_strings: [Y, N], eval_type: classify, input_outputs: { input: completion } }\n',
      "evals/judged.yaml": `judged: { id: judged.dev.v0 }
judged.dev.v0: { class: model-graded, args: { samples_jsonl: tiny.jsonl, modelgraded_spec: fine } }\n`,
    };
    const root = tinyRegistry({ files });
    const log = join(root, "log.jsonl");
    const flags = ["--registry_path", root, "--record_path", log];
    await runCli(["right", "judged", "--judge", "constant", ...flags], { cwd: root });
    edit(log, (text) => `${text.split("\n").slice(0, 4).join("\n")}\n`);
    edit(
      join(root, "completion_fns/fns.yaml"),
      () => "right: { class: oracle, args: { seed: 1 } }\n",
    );
    edit(join(root, "modelgraded/spec.yaml"), (text) => text.replace("fine?", "good?"));
    edit(join(root, "evals/judged.yaml"), (text) =>
      text.replace("fine }", "fine, judge_retries: 2 }"),
    );

    const { exitCode, stderr } = await runCli(["resume", log]);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^ {2}args\.judge_retries: nothing in the log, 2 now$/m);
    expect(stderr).toMatch(
      /^ {2}entries\.completion_fns\/right: "\w{8}…" in the log, "\w{8}…" now$/m,
    );
    expect(stderr).toMatch(/^ {2}entries\.modelgraded\/fine: /m);
  });

  test("data that has moved but is the same is no difference", async () => {
    const { root, log } = await cutRun();
    const moved = tinyRegistry({ rows: questions(10) });
    rmSync(join(root, "data"), { recursive: true });
    rmSync(join(root, "evals"), { recursive: true });

    const { exitCode, stderr } = await runCli(["resume", log, "--registry-path", moved]);

    expect(stderr).toContain("6 of 10 samples are left");
    expect(exitCode).toBe(0);
  });
});

describe("a secret is not in the log", () => {
  const secret = "sk-canary-1234567890";
  const args = `api_key=${secret},temperature=0.5`;

  async function cutSecretRun() {
    const root = tinyRegistry();
    const log = join(root, "log.jsonl");
    const server = await stubEndpoint("A");
    const flags = ["--registry_path", root, "--record_path", log, "--completion-args", args];
    await runCli(["gpt-4o", "t-match", ...flags]);
    edit(log, (text) => `${text.split("\n").slice(0, 5).join("\n")}\n`);
    return { log, server };
  }

  test("so the argument that had it must be given again", async () => {
    const { log } = await cutSecretRun();

    const { exitCode, stderr } = await runCli(["resume", log]);

    expect(readFileSync(log, "utf8")).not.toContain("canary");
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      [
        '--completion-args had a secret, which the log does not hold: "api_key=[secret],temperature=0.5"',
        `  where: ${log}`,
        "  fix:   give --completion-args again, with the secret in its place",
        "",
      ].join("\n"),
    );
  });

  test("with it the run goes on, and the log still does not hold it", async () => {
    const { log, server } = await cutSecretRun();

    const { exitCode } = await runCli(["resume", log, "--completion-args", args]);

    expect(exitCode).toBe(0);
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(readFileSync(log, "utf8")).not.toContain("canary");
  });

  test("another argument beside it is a difference", async () => {
    const { log } = await cutSecretRun();
    const other = `api_key=${secret},temperature=0.9`;

    const { exitCode, stderr } = await runCli(["resume", log, "--completion-args", other]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain('"api_key=[secret],temperature=0.5" in the log');
    expect(stderr).not.toContain("canary");
  });
});

describe("a file that cannot be resumed is refused", () => {
  const spec = JSON.stringify({ spec: { eval_name: "x", run_config: { seed: 1 } } });

  test.each([
    ["that is empty", "", "this is not the log of a run: it is empty"],
    [
      "that was cut inside its first line",
      spec.slice(0, 30),
      "the log ends in its first line: nothing was judged yet",
    ],
    ["that is no log", '{"input":"q","ideal":"A"}\n', "its first line is no spec"],
    [
      "of openai/evals",
      `${spec}\n`,
      "the log does not tell how its run was set up: oaieval did not write it",
    ],
  ])("one %s", async (_, content, message) => {
    const path = join(tempRegistry({}), "log.jsonl");
    writeFileSync(path, content);

    const { exitCode, stderr } = await runCli(["resume", path]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`where: ${path}`);
    expect(stderr).toMatch(/^ {2}fix: /m);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("one that is not there", async () => {
    const { exitCode, stderr } = await runCli(["resume", join(tempRegistry({}), "none.jsonl")]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("the log cannot be read");
  });

  test("a line that is broken in the middle is named", async () => {
    const { log } = await cutRun();
    edit(log, (text) => text.replace('"type":"match"', '"type":"match'));

    const { exitCode, stderr } = await runCli(["resume", log]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(`where: ${log}:3`);
  });
});

test("a cut inside a letter of several bytes is a cut like any other", async () => {
  const rows = questions(5).map((row) => ({ ...row, input: "東京は首都？" }));
  const { log } = await cutRun([], { rows, outcomes: 2 });
  const text = readFileSync(log);
  writeFileSync(log, text.subarray(0, text.lastIndexOf(Buffer.from("京")) + 1));

  const { exitCode } = await runCli(["resume", log]);

  expect(exitCode).toBe(0);
  expect(logLines(log).report).toMatchObject({ "samples/scored": 5 });
  expect(readFileSync(log, "utf8")).not.toContain("\ufffd");
});

test("a set goes on with what was begun, and reads what is done", async () => {
  const root = tinyRegistry({
    files: { "eval_sets/both.yaml": "both: { evals: [t-match, t-includes] }\n" },
  });
  const logs = join(root, "logs");
  mkdirSync(logs);
  const argv = ["set", "oracle", "both", "--registry_path", root, "--record_path", logs];
  const first = await runCli(argv, { cwd: root });
  const path = /\S+_t-includes\S*\.jsonl/.exec(first.stdout)?.[0] ?? "";
  edit(path, (text) => `${text.split("\n").slice(0, 5).join("\n")}\n{"run`);

  const { exitCode, stdout, stderr } = await runCli([...argv, "--resume"], { cwd: root });

  expect(exitCode).toBe(0);
  expect(stdout.match(/\(done before\)/g)).toHaveLength(1);
  expect(stdout).toContain(`${path}  (gone on with)`);
  expect(stderr).toContain("3 of 4 samples are left");
  expect(existsSync(path)).toBe(true);
});

test("a set with samples that failed says how to go on, and then goes on with those alone", async () => {
  const root = tinyRegistry({ files: { "eval_sets/one.yaml": "one: { evals: [t-match] }\n" } });
  const argv = ["set", "oracle", "one", "--registry_path", root, "--record_path", join(root, "l")];
  const flaky = ["--completion-args", "errors=0.6,seed=2", "--max-tries", "1"];
  const first = await runCli([...argv, ...flaky], { cwd: root });

  const again = await runCli([...argv, ...flaky, "--resume"], { cwd: root });

  expect(first.exitCode).toBe(1);
  expect(first.stdout).toMatch(/^go on {4}add --resume to the same command$/m);
  expect(again.stdout).toContain("(gone on with)");
  expect(again.stderr).toMatch(/resume {3}(\d) of 4 samples are left \(\1 of them failed\)/);
});

test("R122: a set finds the logs of runs that were given a secret", async () => {
  const root = tinyRegistry({ files: { "eval_sets/one.yaml": "one: { evals: [t-match] }\n" } });
  const server = await stubEndpoint("A");
  const argv = ["set", "gpt-4o", "one", "--registry_path", root, "--record_path", join(root, "l")];
  const secret = ["--completion-args", "api_key=sk-canary-1234567890"];
  await runCli([...argv, ...secret], { cwd: root });
  const asked = server.requests.length;

  const { stdout } = await runCli([...argv, ...secret, "--resume"], { cwd: root });

  expect(stdout).toContain("(done before)");
  expect(server.requests).toHaveLength(asked);
});

test("the help names what resume takes, and nothing that the log sets", async () => {
  const { stdout } = await runCli(["resume", "--help"]);

  expect(stdout).toContain("--concurrency");
  expect(stdout).toContain("--completion-args");
  for (const flag of ["--seed", "--max-samples", "--each", "--dry-run", "--record-path"]) {
    expect(stdout).not.toContain(flag);
  }
});
