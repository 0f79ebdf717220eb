import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseXml } from "../helpers/parse-xml.ts";
import { type CliRun, runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { blocksOf, PROJECT } from "./pages.ts";
import { commandsOf } from "./shell.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

const [workflow] = blocksOf("docs/ci.md").filter(({ marks }) =>
  marks.get("file")?.startsWith(".github/workflows/"),
);
const steps: readonly Step[] = parse(workflow?.text ?? "").jobs.evals.steps;
const commands = steps.flatMap(({ run = "" }) => commandsOf(run)).map(({ words }) => words);

test("the workflow of docs/ci.md installs this package and runs nothing but it", () => {
  const { name, bin } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));

  expect(commands[0]).toEqual(["npm", "install", "--global", name]);
  expect(commands.length).toBeGreaterThan(1);
  for (const [program] of commands.slice(1)) expect(bin).toHaveProperty(program ?? "");
});

test("R94: the steps of the workflow of docs/ci.md run as they are, and leave what is uploaded", async () => {
  const cwd = tempRegistry({});
  const summary = join(cwd, "summary.md");
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
  const runs: CliRun[] = [];
  for (const [, ...argv] of commands.slice(1)) runs.push(await runCli(argv, { cwd, env }));

  expect(runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toMatchObject(
    runs.map(() => ({ exitCode: 0 })),
  );
  expect(runs.at(-1)?.stdout).toContain("verdict  passed: 2 of 2 gates are met");
  const { report, gates } = JSON.parse(readFileSync(join(cwd, "reports/evals.json"), "utf8"));
  const [suite] = parseXml(readFileSync(join(cwd, "reports/evals.xml"), "utf8")).children;
  expect(suite?.attributes["tests"]).toBe(String(report["samples/total"]));
  expect(gates).toHaveLength(2);
  expect(readFileSync(join(cwd, "reports/evals.jsonl"), "utf8")).toContain("final_report");
  expect(readFileSync(summary, "utf8")).toContain("| accuracy | ");
});

test("the workflow of docs/ci.md fails when a gate is not met", async () => {
  const argv = commands.at(-1)?.slice(1) ?? [];
  const stricter = argv.map((word) => word.replace(/^accuracy >= .*/, "accuracy >= 1"));
  const { exitCode, stdout } = await runCli(stricter, {
    cwd: tempRegistry({}),
    env: { GITHUB_ACTIONS: "true" },
  });

  expect(stricter).not.toEqual(argv);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^::error /m);
});
