import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

/** The log that the last lines of a run name; removed after the test. */
function namedLog(stdout: string): string {
  const [, path = ""] = /^log +(\S+)$/m.exec(stdout) ?? [];
  onTestFinished(() => rmSync(path, { force: true }));
  return path;
}

test("oaieval baseline/countries extract_countries: the report with uncertainty, counts and log", async () => {
  const run = await runCli(["baseline/countries", "extract_countries"], { cwd: tempRegistry({}) });

  const path = namedLog(run.stdout);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toMatch(/^accuracy +0\.\d+ +± 0\.\d+ +0\.\d+ to 0\.\d+$/m);
  expect(run.stdout).toMatch(/^samples +(\d+) of \1 scored · 0 errors$/m);
  expect(run.stdout).toContain(`oaieval show ${path}`);
  expect(logLines(path).spec).toMatchObject({
    completion_fns: ["baseline/countries"],
    eval_name: "extract_countries.dev.match-v1",
  });
});

test("the head says what runs, who is asked, on which data, and where the log goes", async () => {
  const run = await runCli(["baseline/countries", "extract_countries", "--max_samples", "3"], {
    cwd: tempRegistry({}),
  });

  const path = namedLog(run.stdout);
  expect(run.stderr).toContain("extract_countries → extract_countries.dev.match-v1");
  expect(run.stderr).toMatch(/^asks +baseline\/countries$/m);
  expect(run.stderr).toMatch(/^samples +3 of \d+ from \S+extract_countries\/samples\.jsonl$/m);
  expect(run.stderr).toMatch(new RegExp(`^log +${path}$`, "m"));
});

test("oaieval gpt-4o extract_countries asks the endpoint of OPENAI_BASE_URL and logs to /tmp/evallogs", async () => {
  const server = await stubEndpoint("Peru, Chad");

  const run = await runCli(["gpt-4o", "extract_countries"], { cwd: tempRegistry({}) });

  const path = namedLog(run.stdout);
  const { spec, events, report } = logLines(path);
  expect(run.exitCode).toBe(0);
  expect(dirname(path)).toMatch(/^\/tmp\/evallogs(-\d+)?$/);
  expect(path).toMatch(/\/\d{12}[A-Z2-7]{8}_gpt-4o_extract_countries\.jsonl$/);
  expect(server.requests).toHaveLength(Number(report?.["samples/total"]));
  expect(server.requests[0]).toMatchObject({
    path: "/v1/chat/completions",
    body: { model: "gpt-4o", temperature: 0 },
  });
  expect(spec.run_config.data).toEqual([
    {
      path: expect.stringMatching(/samples\.jsonl$/),
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      rows: report?.["samples/total"],
    },
  ]);
  expect(events.find(({ type }) => type === "sampling")?.data).toMatchObject({
    sampled: ["Peru, Chad"],
    model: "gpt-4o",
    usage: { total_tokens: 9 },
  });
  expect(report).toMatchObject({
    accuracy: expect.any(Number),
    "samples/errors": 0,
    usage_total_tokens: 9 * server.requests.length,
  });
  expect(run.stdout).toMatch(/^tokens +\d+ \(\d+ prompt, \d+ completion\)$/m);
});

test("without a key it is one line with three ways out, and no log", async () => {
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL"]) vi.stubEnv(name, "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = tempRegistry({});
  const log = `${folder}/log.jsonl`;

  const { exitCode, stdout, stderr } = await runCli(
    ["gpt-4o", "extract_countries", "--record_path", log],
    { cwd: folder },
  );

  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toContain("OPENAI_API_KEY");
  expect(stderr).toContain("OPENAI_BASE_URL=http://localhost:11434/v1");
  expect(stderr).toContain("oaieval baseline/countries extract_countries");
  expect(existsSync(log)).toBe(false);
});

test("oaieval show lists what failed: prompt, answer, expected, why", async () => {
  const run = await runCli(["baseline/countries", "extract_countries"], { cwd: tempRegistry({}) });
  const path = namedLog(run.stdout);

  const { exitCode, stdout } = await runCli(["show", path, "--max", "1"]);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^✗ extract_countries\.dev\.\d+ {2}picked ".+", expected ".+"$/m);
  expect(stdout).toMatch(/^ {2}prompt +List all the countries you can find/m);
  expect(stdout).toMatch(/^ {2}answer +\S/m);
  expect(stdout).toMatch(/^ {2}expected +\S/m);
});
