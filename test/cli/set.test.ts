import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { refusal } from "../helpers/fake-openai.ts";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { tinyRegistry } from "../helpers/tiny-registry.ts";

const SETS = `
one: { evals: [t-match] }
tiny: { evals: [t-match, t-includes] }
wild: { evals: [t-*.dev.v0] }
twice: { evals: [t-match, t-match.dev.v0, "t-mat*"] }
mixed: { evals: [t-match, crashes, t-includes] }
`;
const CRASHES = {
  "evals/crashes.yaml":
    "crashes.dev.v0: { class: ../crashes.ts:Crashes }\ncrashes: crashes.dev.v0\n",
  "crashes.ts": "throw new Error('at import');\nexport class Crashes { evalSample() {} }\n",
};

/** A registry with sets, and its `oaievalset` whose logs go to a folder in it. */
function setUp(files: Record<string, string> = {}) {
  const root = tinyRegistry({ files: { "eval_sets/tiny.yaml": SETS, ...files } });
  const logs = join(root, "logs");
  return {
    root,
    logs: () => readdirSync(logs),
    runSet: (...argv: string[]) =>
      runCli(["set", ...argv, "--registry_path", root, "--record_path", logs], { cwd: root }),
  };
}

test("a set runs its evals, and ends with one table of all results", async () => {
  const { runSet, logs } = setUp();

  const { exitCode, stdout, stderr } = await runSet("oracle", "tiny");

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^eval +metric +value +95 % interval +scored +errors$/m);
  expect(stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 +0\.\d+ to 1 +4 +0$/m);
  expect(stdout).toMatch(/^t-includes\.dev\.v0 +accuracy +1 +0\.\d+ to 1 +4 +0$/m);
  expect(stderr).toContain("t-match.dev.v0");
  expect(logs()).toHaveLength(2);
});

test("wildcards choose in the order of the registry", async () => {
  const { runSet } = setUp();

  const { stdout } = await runSet("oracle", "wild");

  const names = stdout.match(/^t-\S+(?= {2})/gm);
  expect(names).toEqual(["t-match", "t-includes", "t-fuzzy", "t-json"].map((t) => `${t}.dev.v0`));
});

test("an eval that several patterns choose runs once", async () => {
  const { runSet, logs } = setUp();

  await runSet("oracle", "twice");

  expect(logs()).toHaveLength(1);
});

test("the results are JSON as well", async () => {
  const { runSet, root } = setUp();

  await runSet("oracle", "tiny", "--json", "set.json");

  expect(JSON.parse(readFileSync(join(root, "set.json"), "utf8"))).toMatchObject([
    { eval: "t-match.dev.v0", report: { accuracy: 1 }, resumed: false },
    { eval: "t-includes.dev.v0", report: { accuracy: 1 }, resumed: false },
  ]);
});

test("--each gives the table a column per function", async () => {
  const { runSet, logs } = setUp();

  const { exitCode, stdout } = await runSet("oracle,dummy", "tiny", "--each");

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^eval +metric +oracle +dummy$/m);
  expect(stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 \(.*\) +0 \(.*\)$/m);
  expect(stdout).toMatch(/^t-includes\.dev\.v0 +accuracy +1 \(.*\) +0 \(.*\)$/m);
  expect(logs()).toHaveLength(4);
});

test("R35: a set takes the flags of a run, under both spellings", async () => {
  const { runSet, root, logs } = setUp();

  const { exitCode } = await runSet(
    ...["oracle", "tiny", "--max_samples", "1", "--seed", "7", "--user=ann", "--dry-run-logging"],
    ...["--extra-eval-params", "reverse=false", "--concurrency", "2", "--timeout", "9"],
  );

  expect(exitCode).toBe(0);
  for (const file of logs()) {
    const [first = ""] = readFileSync(join(root, "logs", file), "utf8").split("\n");
    expect(JSON.parse(first).spec).toMatchObject({
      created_by: "ann",
      run_config: { max_samples: 1, seed: 7, eval_spec: { args: { reverse: false } } },
    });
  }
});

test("R35: unknown flags are refused instead of being passed on", async () => {
  const { exitCode, stderr } = await setUp().runSet("oracle", "tiny", "--no-such-flag");

  expect(exitCode).toBe(2);
  expect(stderr).toContain("--no-such-flag");
});

test("W2: an unknown set is refused with near names", async () => {
  const { exitCode, stderr, stdout } = await setUp().runSet("oracle", "tniy");

  expect(exitCode).toBe(2);
  expect(stderr).toContain('there is no eval set "tniy"');
  expect(stderr).toContain('did you mean "tiny"');
  expect(stdout).toBe("");
});

test("R92: an eval that cannot be loaded is listed as such, the others run, and the exit code is 2", async () => {
  const { runSet, root } = setUp(CRASHES);

  const { exitCode, stdout, stderr } = await runSet("oracle", "mixed", "--json", "set.json");

  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 /m);
  expect(stdout).toMatch(/^crashes\.dev\.v0 +could not run/m);
  expect(stdout).toMatch(/^t-includes\.dev\.v0 +accuracy +1 /m);
  expect(stderr).toContain("crashes.dev.v0 could not run");
  expect(stdout).toContain("at import");
  expect(JSON.parse(readFileSync(join(root, "set.json"), "utf8"))[0]).toEqual({
    eval: "crashes.dev.v0",
    completion_fns: ["oracle"],
    error: expect.stringContaining("at import"),
  });
});

test("--exit-on-error stops there", async () => {
  const { exitCode, stdout } = await setUp(CRASHES).runSet("oracle", "mixed", "--exit-on-error");

  expect(exitCode).toBe(2);
  expect(stdout).toContain("crashes.dev.v0");
  expect(stdout).not.toContain("t-match.dev.v0");
});

test("a failed sample is no reason to stop, but for the exit code", async () => {
  const { runSet } = setUp({
    "fails.ts": `export class Fails {
  complete(prompt) { if (prompt === "Question 1?") throw new Error("no"); return "A"; }
}`,
  });

  const { exitCode, stdout } = await runSet("./fails.ts:Fails", "tiny", "--exit-on-error");

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^t-includes\.dev\.v0 +accuracy +1 .* +3 +1$/m);
});

test("of each run with errors one reason is told", async () => {
  const { runSet } = setUp({
    "fails.ts": `export class Fails {
  complete(prompt) { if (prompt !== "Question 1?") throw new Error("out of luck"); return "A"; }
}`,
  });

  const { stdout } = await runSet("./fails.ts:Fails", "tiny");

  expect(stdout).toMatch(
    /^t-match\.dev\.v0 \(\.\/fails\.ts:Fails\): 3 errors, such as Error: out of luck$/m,
  );
  expect(stdout).toMatch(/^t-includes\.dev\.v0 .*: 3 errors, such as Error: out of luck$/m);
});

test("a run that ends early says why in the table of the set", async () => {
  await stubEndpoint("A", refusal(401, { message: "the key was revoked" }));

  const { exitCode, stdout } = await setUp().runSet("gpt-x", "one");

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^t-match\.dev\.v0 \(gpt-x\): ended early: .*the key was revoked/m);
});

test("a set that is interrupted says how many runs are left, and how to go on", async () => {
  const controller = new AbortController();
  await stubEndpoint(() => {
    controller.abort("SIGINT");
    return "A";
  });
  const { root } = setUp();

  const { exitCode, stdout } = await runCli(
    ["set", "gpt-x", "wild", "--registry_path", root, "--record_path", join(root, "logs")],
    { cwd: root, signal: controller.signal },
  );

  expect(exitCode).toBe(130);
  expect(stdout).toMatch(/^stopped {2}3 of 4 runs were not begun$/m);
  expect(stdout).toMatch(/^go on {4}add --resume to the same command$/m);
});

test("an eval that is interrupted while its rows are read was not begun", async () => {
  const interrupt = new AbortController();
  vi.stubGlobal("interruptTest", () => interrupt.abort("SIGINT"));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root, logs } = setUp({
    "eval_sets/more.yaml": "more: { evals: [long.dev.v0, t-match] }\n",
    "evals/long.yaml": "long.dev.v0: { class: match, args: { samples_jsonl: rows.mjs:rows } }\n",
    "rows.mjs": `export function* rows() {
  yield { input: "q", ideal: "A" };
  globalThis.interruptTest();
}`,
  });

  const { exitCode, stdout } = await runCli(
    ["set", "oracle", "more", "--registry_path", root, "--record_path", join(root, "logs")],
    { cwd: root, signal: interrupt.signal },
  );

  expect(exitCode).toBe(130);
  expect(stdout).not.toContain("could not run");
  expect(stdout).toMatch(/^stopped {2}2 of 2 runs were not begun$/m);
  expect(logs).toThrow("ENOENT");
});

test("so does one that stops at an eval that could not run", async () => {
  const { stdout } = await setUp(CRASHES).runSet("oracle", "mixed", "--exit-on-error");

  expect(stdout).toMatch(/^stopped {2}2 of 3 runs were not begun$/m);
});

test("--resume reads what is done from its logs", async () => {
  const { runSet, logs, root } = setUp();
  await runSet("oracle", "tiny");

  const { exitCode, stdout } = await runSet("oracle", "tiny", "--resume", "--json", "set.json");

  expect(exitCode).toBe(0);
  expect(logs()).toHaveLength(2);
  expect(stdout.match(/\(done before\)/g)).toHaveLength(2);
  expect(stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 /m);
  expect(JSON.parse(readFileSync(join(root, "set.json"), "utf8"))).toMatchObject([
    { resumed: true, report: { accuracy: 1 } },
    { resumed: true, report: { accuracy: 1 } },
  ]);
});

test.each<[string, (root: string) => string[]]>([
  ["another function", () => ["dummy", "tiny"]],
  ["another seed", () => ["oracle", "tiny", "--seed", "1"]],
  ["another number of samples", () => ["oracle", "tiny", "--max-samples", "2"]],
  ["other args", () => ["oracle", "tiny", "--extra-eval-params", "reverse=true"]],
  ["other arguments of the function", () => ["oracle", "tiny", "--completion-args", "seed=1"]],
  [
    "other data under the same name",
    (root) => {
      writeFileSync(join(root, "data/tiny.jsonl"), '{"input": "q", "ideal": "A"}\n');
      return ["oracle", "tiny"];
    },
  ],
])("--resume runs again for %s", async (_, argv) => {
  const { runSet, logs, root } = setUp();
  await runSet("oracle", "tiny");

  const { stdout } = await runSet(...argv(root), "--resume");

  expect(stdout).not.toContain("done before");
  expect(logs()).toHaveLength(4);
});

test("--resume goes on with a run that did not end", async () => {
  const { runSet, logs, root } = setUp();
  await runSet("oracle", "tiny");
  const paths = logs().map((file) => join(root, "logs", file));
  for (const path of paths) {
    const [spec, ...lines] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, `${[spec, ...lines.slice(0, 4)].join("\n")}\n{"run_id": "2611`);
  }

  const { exitCode, stdout } = await runSet("oracle", "tiny", "--resume");

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 .* +4 +0$/m);
  expect(logs()).toHaveLength(2);
  for (const path of paths) expect(logLines(path).report).toMatchObject({ "samples/scored": 4 });
});

test("a set is off --resume unless it is asked for", async () => {
  const { runSet, logs } = setUp();
  await runSet("oracle", "tiny");

  await runSet("oracle", "tiny", "--no-resume");

  expect(logs()).toHaveLength(4);
});

test("an eval where a set is wanted is named as what it is", async () => {
  const { exitCode, stderr } = await setUp().runSet("oracle", "t-match");

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"t-match" is a single eval');
});
