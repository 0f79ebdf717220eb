import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { tinyRegistry } from "../helpers/tiny-registry.ts";

test("several functions for an eval that asks one are refused, and --each is named", async () => {
  const { exitCode, stderr, hasLog } = await runTiny(["oracle,dummy", "t-match"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain("asks one completion function, and 2 are given");
  expect(stderr).toContain("--each");
  expect(hasLog).toBe(false);
});

test.each([["oracle,,dummy"], ["oracle,"], [",oracle"]])(
  "%j has a name that is empty",
  async (names) => {
    const { exitCode, stderr } = await runTiny([names, "t-match", "--each"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("has no name");
  },
);

test("--each runs the eval once per function: a column and a log each", async () => {
  const root = tinyRegistry();
  const logs = join(root, "logs");

  const { exitCode, stdout } = await runCli(
    [
      ...["oracle,dummy", "t-match", "--each", "--json", "each.json"],
      ...["--registry_path", root, "--record_path", logs],
    ],
    { cwd: root },
  );

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^eval +metric +oracle +dummy$/m);
  expect(stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 \(0\.\d+ to 1\) +0 \(0 to 0\.\d+\)$/m);
  expect(JSON.parse(readFileSync(join(root, "each.json"), "utf8"))).toMatchObject([
    { eval: "t-match.dev.v0", completion_fns: ["oracle"], report: { accuracy: 1 } },
    { eval: "t-match.dev.v0", completion_fns: ["dummy"], report: { accuracy: 0 } },
  ]);
  const files = readdirSync(logs);
  expect(files.map((file) => file.slice(20)).sort()).toEqual([
    "_dummy_t-match.jsonl",
    "_oracle_t-match.jsonl",
  ]);
  for (const file of files) {
    expect(logLines(join(logs, file)).report).toHaveProperty("samples/total", 4);
    expect(stdout).toContain(join(logs, file));
  }
});

test("R23: arguments can be meant for one of the functions", async () => {
  const root = tinyRegistry();

  const { exitCode, stdout } = await runCli(
    [
      ...["constant,oracle", "t-match", "--each", "--registry_path", root],
      ...["--record_path", join(root, "logs")],
      ...["--completion_args", "constant:text=A,oracle:accuracy=0"],
    ],
    { cwd: root },
  );

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/accuracy +1 \(.*\) +0 \(.*\)$/m);
});

test("a function that cannot be made does not keep the others, and the exit code is 2", async () => {
  const root = tinyRegistry();

  const { exitCode, stdout, stderr } = await runCli(
    [
      ...["./nothing.ts:Nothing,oracle", "t-match", "--each", "--registry_path", root],
      ...["--record_path", join(root, "logs")],
    ],
    { cwd: root },
  );

  expect(exitCode).toBe(2);
  expect(stdout.match(/^t-match\S* {2}.*$/gm)).toEqual([
    expect.stringMatching(/^t-match\.dev\.v0 +accuracy +could not run +1 \(/),
  ]);
  expect(stderr).toContain("nothing.ts");
});

test("a failed sample of one of them makes the exit code 1", async () => {
  const root = tinyRegistry({
    files: { "fails.ts": "export class Fails { complete() { throw new Error('no'); } }" },
  });

  const { exitCode } = await runCli(
    [
      ...["oracle,./fails.ts:Fails", "t-match", "--each", "--registry_path", root],
      ...["--record_path", join(root, "logs")],
    ],
    { cwd: root },
  );

  expect(exitCode).toBe(1);
});
