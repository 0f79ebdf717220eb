import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fakeOpenAI } from "../helpers/fake-openai.ts";
import {
  type ProcessOptions,
  startOaieval,
  withoutRootsRights,
} from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

type StartOptions = Partial<ProcessOptions> & { readonly flags?: readonly string[] };

async function setUp(samples: number) {
  const server = await fakeOpenAI("A");
  onTestFinished(() => server.close());
  const root = tinyRegistry({ rows: questions(samples) });
  const start = (log: string, { flags = [], ...options }: StartOptions = {}) =>
    startOaieval(["stub", "t-match", "--registry_path", root, "--record_path", log, ...flags], {
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
])("a log %s is refused before anything is asked", async (_, path) => {
  const { server, root, start } = await setUp(3);
  writeFileSync(join(root, "a-file"), "");
  mkdirSync(join(root, "a-folder"));

  const oaieval = start(path(root));

  expect(await oaieval.exitCode).toBe(2);
  expect(oaieval.stderr).toMatch(/^the log can/m);
  expect(server.requests).toEqual([]);
});

const rightless = withoutRootsRights();

test.runIf(rightless)(
  "a log in a folder that is not writable is refused before anything is asked",
  async () => {
    const { server, root, start } = await setUp(3);
    mkdirSync(join(root, "closed"), { mode: 0o500 });
    const log = join(root, "closed", "logs", "log.jsonl");

    const oaieval = start(log, { prefix: rightless });

    expect(await oaieval.exitCode).toBe(2);
    expect(oaieval.stderr).toContain("the log cannot be written: EACCES: permission denied");
    expect(oaieval.stderr).toMatch(new RegExp(`^ {2}where: ${log}$`, "m"));
    expect(oaieval.stderr).toMatch(/^ {2}fix: +name another file with --record_path$/m);
    expect(server.requests).toEqual([]);
  },
);

test.runIf(process.platform === "linux").each([
  ["--record_path", "the log cannot be written"],
  ["--json", "the file cannot be written"],
])("%s where no file can be is refused before anything is asked", async (flag, message) => {
  const { server, root, start } = await setUp(3);

  const oaieval = start(join(root, "log.jsonl"), { flags: [flag, "/proc/oaieval/out.json"] });

  expect(await oaieval.exitCode).toBe(2);
  expect(oaieval.stderr).toContain(message);
  expect(server.requests).toEqual([]);
});
