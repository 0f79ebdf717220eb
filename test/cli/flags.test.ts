import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

/** Flags of `oaieval` in openai/evals, with a value where they take one. */
const FLAGS: readonly (readonly [flag: string, value?: string])[] = [
  ["--extra_eval_params", "reverse=false"],
  ["--completion_args", "accuracy=1"],
  ["--max_samples", "2"],
  ["--cache"],
  ["--no-cache"],
  ["--visible"],
  ["--no-visible"],
  ["--seed", "7"],
  ["--user", "ann"],
  ["--record_path", "other.jsonl"],
  ["--log_to_file", "messages.txt"],
  ["--registry_path", "."],
  ["--debug"],
  ["--no-debug"],
  ["--local-run"],
  ["--no-http-run"],
  ["--http-run-url", "http://127.0.0.1:1/"],
  ["--http-batch-size", "1"],
  ["--http-fail-percent-threshold", "5"],
  ["--dry-run"],
  ["--no-dry-run"],
  ["--dry-run-logging"],
  ["--no-dry-run-logging"],
];

const SPELLINGS = FLAGS.flatMap(([flag, value]) =>
  [flag.replaceAll(/(?<=\w)[-_]/g, "-"), flag.replaceAll(/(?<=\w)[-_]/g, "_")].flatMap((name) =>
    value === undefined ? [[name]] : [[name, value], [`${name}=${value}`]],
  ),
);

describe.each([
  ["before", (flag: string[]) => [...flag, "oracle", "t-match"]],
  ["between", (flag: string[]) => ["oracle", ...flag, "t-match"]],
  ["after", (flag: string[]) => ["oracle", "t-match", ...flag]],
])("%s the names", (_, argvWith) => {
  test.each(SPELLINGS.map((flag) => [flag.join(" "), flag] as const))(
    "%s is taken",
    async (_, flag) => {
      const { exitCode, stdout } = await runTiny(argvWith([...flag]));

      expect(stdout).toMatch(/^accuracy +1 /m);
      expect(exitCode).toBe(0);
    },
  );
});

test.each([
  ["a flag that does not exist", "--no-such-thing=3", "unknown option '--no-such-thing=3'"],
  ["a flag without its last letter", "--max_sample=3", "--max-samples"],
  ["a flag with two letters swapped", "--max_sampels=3", "--max-samples"],
  ["the beginning of a flag", "--max_s=3", "unknown option '--max-s=3'"],
  ["a flag of another command", "--exit-on-error", "unknown option '--exit-on-error'"],
])("%s is refused before anything runs", async (_, flag, message) => {
  const { exitCode, stderr, stdout, hasLog } = await runTiny(["dummy", "t-match", flag]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(stdout).toBe("");
  expect(hasLog).toBe(false);
});

test.each([
  ["--max_samples", "-1"],
  ["--max_samples", "1.5"],
  ["--max_samples", "many"],
  ["--seed", "4294967296"],
  ["--shuffle-seed", "x"],
  ["--concurrency", "0"],
  ["--timeout", "0"],
  ["--timeout", "soon"],
  ["--max-tries", "0"],
  ["--max-retry-time", "-3"],
  ["--sample-timeout", "0"],
  ["--run-timeout", ""],
  ["--http-batch-size", "0"],
  ["--http-fail-percent-threshold", "101"],
])("%s %j is refused with what is expected", async (flag, value) => {
  const { exitCode, stderr } = await runTiny(["dummy", "t-match", `${flag}=${value}`]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(flag.replaceAll("_", "-"));
  expect(stderr).toMatch(/Expected a (whole )?number/);
});

test.each([
  [[], "completion_fn"],
  [["dummy"], "eval"],
  [["dummy", "t-match", "t-fuzzy"], "too many arguments"],
])("%j lacks a name or has one too many", async (argv, message) => {
  const { exitCode, stderr } = await runCli(argv);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test.each([
  [["dummy"], "oaieval list"],
  [["run", "--seed", "1"], "oaieval list completion-fns"],
  [["set", "dummy"], "oaieval list sets"],
])("of what %j lacks, it says how names are listed", async (argv, command) => {
  const { stderr } = await runCli(argv);

  expect(stderr).toMatch(new RegExp(`^names: ${command}$`, "m"));
});

test.each([
  [["dummy", "t-match", "--help"]],
  [["dummy", "-h"]],
  [["dummy", "t-match", "--max_samples", "3", "--help"]],
])("%j is the help of run", async (argv) => {
  expect(await runCli(argv)).toEqual(await runCli(["run", "--help"]));
});

test.each([[["--help"]], [["-h"]], [["run", "--help"]], [["set", "--help"]], [["help", "show"]]])(
  "%j is help",
  async (argv) => {
    const { exitCode, stdout, stderr } = await runCli(argv);

    expect(exitCode).toBe(0);
    expect(stdout).toContain("Usage: oaieval");
    expect(stderr).toBe("");
  },
);

test.each([["-V"], ["--version"]])("%s prints the version of the package", async (flag) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));

  expect(await runCli([flag])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

test("--max_samples takes the subset of openai/evals, and the log says how many", async () => {
  const { log, exitCode } = await runTiny(["oracle", "t-match", "--max_samples", "12"], {
    rows: questions(1000),
    env: { EVALS_SEQUENTIAL: "1" },
  });

  const ids = log.events.filter(({ type }) => type === "match").map(({ sample_id }) => sample_id);
  expect(exitCode).toBe(0);
  expect(ids).toEqual(
    [178, 830, 641, 410, 255, 470, 433, 580, 257, 450, 657, 316].map((at) => `t-match.dev.${at}`),
  );
  expect(log.spec.run_config).toMatchObject({
    max_samples: 12,
    initial_settings: { visible: false },
  });
});

test("R50: --seed leaves the subset as it is, --shuffle-seed chooses another", async () => {
  const idsWith = async (...flags: string[]) => {
    const { log } = await runTiny(["oracle", "t-match", "--max_samples", "3", ...flags], {
      rows: questions(100),
      env: { EVALS_SEQUENTIAL: "yes" },
    });
    return log.events.filter(({ type }) => type === "match").map(({ sample_id }) => sample_id);
  };

  expect(await idsWith("--seed", "1")).toEqual([87, 29, 63].map((at) => `t-match.dev.${at}`));
  expect(await idsWith("--seed", "2")).toEqual(await idsWith("--seed", "1"));
  expect(await idsWith("--shuffle-seed", "2")).not.toEqual(await idsWith());
});

test("seed, user, args and the command itself stand in the log", async () => {
  const { log, root } = await runTiny([
    ...["oracle", "t-match", "--seed", "7", "--user", "Ann O'Hara"],
    ...["--extra_eval_params", "reverse=true"],
  ]);

  expect(log.spec).toMatchObject({
    created_by: "Ann O'Hara",
    run_config: {
      seed: 7,
      max_samples: null,
      initial_settings: { visible: true },
      eval_spec: { args: { samples_jsonl: "tiny.jsonl", reverse: true }, registry_path: root },
    },
  });
  expect(log.spec.run_config.command).toMatch(
    /^oaieval oracle t-match --seed 7 --user 'Ann O'"'"'Hara' --extra_eval_params reverse=true /,
  );
  expect(log.events.every(({ created_by }) => created_by === "Ann O'Hara")).toBe(true);
});

test.each([
  [["--visible", "--max_samples", "1"], true],
  [["--no-visible"], false],
])("%j decides what the log says of visible", async (flags, visible) => {
  const { log } = await runTiny(["oracle", "t-match", ...flags]);

  expect(log.spec.run_config.initial_settings).toEqual({ visible });
});

test("every --registry_path counts, and the last one wins", async () => {
  const other = tinyRegistry({ rows: [{ input: "Capital of Peru?", ideal: "Lima" }] });
  const { log, stderr } = await runTiny(["oracle", "t-match", "--registry_path", other]);

  expect(log.report).toMatchObject({ "samples/total": 4, accuracy: 1 });
  expect(stderr.match(/warning: "t-match" of/g)).toHaveLength(1);
});

test("an arg that the eval does not know is refused with the near name", async () => {
  const { exitCode, stderr, hasLog } = await runTiny([
    ...["oracle", "t-match", "--extra_eval_params", "revers=true"],
  ]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"revers"');
  expect(stderr).toContain('did you mean "reverse"');
  expect(stderr).toContain("--extra-eval-params");
  expect(hasLog).toBe(false);
});

test("the log goes where --record_path says, in folders that are made for it", async () => {
  const root = tinyRegistry();
  const path = join(root, "a", "b", "run.jsonl");

  const { exitCode, stdout } = await runCli(
    ["oracle", "t-match", "--registry_path", root, "--record_path", "a/b/run.jsonl"],
    { cwd: root },
  );

  expect(exitCode).toBe(0);
  expect(stdout).toContain(path);
  expect(readFileSync(path, "utf8")).toContain('"final_report"');
});

test.each([
  [
    ["--json", "--record-path", "x.jsonl"],
    "--json has no value: what follows is the flag --record-path",
  ],
  [["--gate", "--json=x.json"], "--gate has no value: what follows is the flag --json=x.json"],
])("%j: a flag is not taken for the value that was forgotten", async (flags, message) => {
  const root = tinyRegistry();

  const { exitCode, stderr } = await runCli(["dummy", "tiny", "--registry-path", root, ...flags]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/fix: +write --/);
});

test("a value that looks like a flag goes behind =", async () => {
  const { stderr } = await runCli(["dummy", "nothing", "--name=--json"]);

  expect(stderr).toContain('there is no eval "nothing"');
});
