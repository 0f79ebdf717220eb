import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fakeOpenAI } from "../helpers/fake-openai.ts";
import { startOaieval } from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

async function setUp(samples: number) {
  const server = await fakeOpenAI("A");
  onTestFinished(() => server.close());
  const root = tinyRegistry({ rows: questions(samples) });
  const start = (log: string, options = {}) =>
    startOaieval(["stub", "t-match", "--registry_path", root, "--record_path", log], {
      cwd: root,
      env: { OPENAI_BASE_URL: server.baseURL, EVALS_SEQUENTIAL: "1" },
      ...options,
    });
  return { server, root, start };
}

test("a disk that is full ends the run, says so, and leaves a log of whole lines", async () => {
  const { server, root, start } = await setUp(500);
  const log = join(root, "log.jsonl");

  const oaieval = start(log, { largestFile: 16 });

  expect(await oaieval.exitCode).toBe(1);
  expect(oaieval.stdout).toContain("the log cannot be written any further");
  expect(oaieval.stdout).toContain("make room there");
  expect(server.requests.length).toBeLessThan(100);
  const text = readFileSync(log, "utf8");
  expect(text.endsWith("}\n")).toBe(true);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ type }) => type === "match").length).toBeGreaterThan(0);
});

test.each([
  ["below a file", (root: string) => join(root, "a-file", "log.jsonl")],
  ["that is a folder", (root: string) => join(root, "a-folder")],
  ["in a folder that is not writable", (root: string) => join(root, "closed", "log.jsonl")],
])("a log %s is refused before anything is asked", async (_, path) => {
  const { server, root, start } = await setUp(3);
  writeFileSync(join(root, "a-file"), "");
  for (const name of ["a-folder", "closed"]) mkdirSync(join(root, name));
  chmodSync(join(root, "closed"), 0o500);
  const isRoot = process.getuid?.() === 0;

  const log = path(root);
  const oaieval = start(log);
  const isTaken = isRoot && log.includes("closed"); // no folder is closed to root

  expect(await oaieval.exitCode).toBe(isTaken ? 0 : 2);
  expect(oaieval.stderr.includes("the log can")).toBe(!isTaken);
  expect(server.requests).toHaveLength(isTaken ? 3 : 0);
});
