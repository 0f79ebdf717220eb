import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { metricsRegistry } from "../helpers/metrics-registry.ts";
import { runCli } from "../helpers/run-cli.ts";

const EXACT = { samples_jsonl: "-", metrics: ["exact-match"] };
const RIGHT = line({ answer: "a", ideal: "a" });
const WRONG = line({ answer: "a", ideal: "b" });

function line(row: object): string {
  return `${JSON.stringify(row)}\n`;
}

interface Judging {
  readonly args?: object;
  readonly flags?: readonly string[];
  readonly isTTY?: boolean;
}

/** Runs an eval of these args over what standard input brings. */
async function judge(text: string, { args = EXACT, flags = [], isTTY = false }: Judging = {}) {
  const root = metricsRegistry(args, {});
  const path = join(root, "log.jsonl");
  const words = ["none", "m", "--registry-path", root, "--record-path", path, ...flags];
  const run = await runCli(words, { cwd: root, stdin: piecesOf(text), isTTY });
  return { ...run, root, path };
}

function newLog(): string {
  return join(mkdtempSync(join(tmpdir(), "oaieval-stream-")), "log.jsonl");
}

/** Bytes in pieces that end anywhere, as a pipe gives them. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

test("rows of standard input have running values and the report that a file has", async () => {
  const { exitCode, stdout, stderr, path } = await judge(RIGHT + WRONG + RIGHT + RIGHT);

  expect(exitCode).toBe(0);
  expect(stderr).toContain("samples  as they come\n");
  expect(stderr).toContain("1 row · 0 running · 0 errors · exact_match_score 1\n");
  expect(stderr).toContain("2 rows · 0 running · 0 errors · exact_match_score 0.5\n");
  expect(stderr).toContain("4 rows · 0 running · 0 errors · exact_match_score 0.75\n");
  expect(stdout).toMatch(/exact_match_score +0\.75/);
  expect(stdout).toContain("4 of 4 scored");
  const { report, events, spec } = logLines(path);
  expect(report).toMatchObject({
    exact_match_score: 0.75,
    "samples/total": 4,
    "samples/skipped": 0,
  });
  const metrics = events.filter(({ type }) => type === "metrics");
  expect(metrics.map(({ sample_id }) => sample_id)).toEqual(
    [0, 1, 2, 3].map((index) => `m.dev.${index}`),
  );
  expect(spec.run_config).toMatchObject({ stream: true, data: [] });
});

test("--extra-eval-params samples_jsonl=- reads standard input in place of the file", async () => {
  const flags = ["--extra-eval-params", "samples_jsonl=-"];

  const { exitCode, stdout } = await judge(RIGHT, { args: { metrics: ["exact-match"] }, flags });

  expect(exitCode).toBe(0);
  expect(stdout).toContain("1 of 1 scored");
});

test.each([
  [
    "that is no JSON",
    "nonsense\n",
    'standard input:2:1: the row is not JSON: expected a value, found "n"',
  ],
  [
    "of two objects",
    '{"a":1} {"b":2}\n',
    "standard input:2:9: the row is not JSON: a second object follows on the line",
  ],
  ["that is no object", "7\n", "standard input:2: the row is no JSON object"],
  ["without an answer", line({ ideal: "a" }), "standard input:2: the row has no response"],
  [
    "without a field that a metric needs",
    line({ answer: "a" }),
    'standard input:2: the row has no reference, which the metric "exact-match" needs',
  ],
  [
    "with two different answers",
    line({ answer: "a", output: "b", ideal: "a" }),
    'standard input:2: "answer" and "output" may both be the response, and they differ',
  ],
])("a row %s is an error of its line, and the stream goes on", async (_, bad, message) => {
  const { exitCode, stdout, stderr, path } = await judge(RIGHT + bad + WRONG);

  expect(exitCode).toBe(1);
  expect(stderr).toContain("1 row · 0 running · 0 errors · exact_match_score 1\n");
  expect(stderr).toContain("3 rows · 0 running · 1 error · exact_match_score 0.5\n");
  expect(stdout).toContain("2 of 3 scored · 1 error");
  expect(stdout).not.toContain("oaieval resume");
  const error = logLines(path).events.find(({ type }) => type === "error");
  expect(error?.sample_id).toBe("m.dev.1");
  expect(error?.data).toMatchObject({ message: expect.stringContaining(message) });
});

test("bytes that are not UTF-8 are an error of their line", async () => {
  const root = metricsRegistry(EXACT, {});
  const path = join(root, "log.jsonl");
  async function* stdin() {
    yield RIGHT;
    yield Buffer.from([0x22, 0xe9, 0x22, 0x0a]);
    yield RIGHT;
  }

  await runCli(["none", "m", "--registry-path", root, "--record-path", path], { stdin: stdin() });

  const { report, events } = logLines(path);
  expect(report).toMatchObject({ "samples/scored": 2, "samples/errors": 1 });
  expect(events.find(({ type }) => type === "error")?.data).toMatchObject({
    message: expect.stringContaining("standard input:2"),
  });
});

test("empty lines count for lines and are no rows; the last row needs no line break", async () => {
  const { stdout, path } = await judge(`\uFEFF${RIGHT}\r\n  \n${RIGHT}\nbad\n${RIGHT.trimEnd()}`);

  expect(stdout).toContain("3 of 4 scored");
  expect(logLines(path).events.find(({ type }) => type === "error")?.data).toMatchObject({
    message: expect.stringContaining("standard input:6:1"),
  });
});

test("values of groups are seen while rows come", async () => {
  const routed = {
    class: "routed",
    args: { routes: [{ name: "all", metrics: ["exact-match"], group_by: "lang" }] },
  };
  const rows = [
    { answer: "a", ideal: "a", lang: "en" },
    { answer: "a", ideal: "b", lang: "fr" },
  ];

  const { stderr, stdout } = await judge(rows.map(line).join(""), {
    args: { samples_jsonl: "-", metrics: [routed] },
  });

  expect(stderr).toContain(
    "all/exact_match_score 0.5 · all/en/exact_match_score 1 · all/fr/exact_match_score 0\n",
  );
  expect(stdout).toMatch(/all\/fr\/exact_match_score +0/);
});

test("in a terminal the values stand in the progress line", async () => {
  const { stderr } = await judge(RIGHT + WRONG, { isTTY: true });

  expect(stderr).toContain("\r\u001b[K");
  expect(stderr).toMatch(/rows? · \d running · 0 errors/);
});

test("--max-samples takes the first rows and leaves the rest unread", async () => {
  const { stdout } = await judge(RIGHT + RIGHT + WRONG, { flags: ["--max-samples", "2"] });

  expect(stdout).toContain("2 of 2 scored");
  expect(stdout).toMatch(/exact_match_score +1/);
});

test("an input without rows has a report without values", async () => {
  const { exitCode, stdout } = await judge("");

  expect(exitCode).toBe(1);
  expect(stdout).toContain("0 of 0 scored");
});

describe("what needs all rows at once is refused", () => {
  test.each([
    [["--cluster-by", "lang"], "--cluster-by needs all rows at once"],
    [["--shuffle-seed", "7"], "--shuffle-seed needs all rows at once"],
    [["--resume"], "a stream cannot be resumed"],
  ])("%s", async (flags, message) => {
    const { exitCode, stderr } = await judge(RIGHT, { flags });

    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  test("oaieval resume LOG", async () => {
    const { root, path } = await judge(`${RIGHT}bad\n`);

    const { exitCode, stderr } = await runCli(["resume", path], { cwd: root });

    expect(exitCode).toBe(2);
    expect(stderr).toContain("a stream cannot be resumed");
  });
});

test("an eval that has no metrics shows its accuracy", async () => {
  const rows = [
    { input: "q", ideal: "a" },
    { input: "q", ideal: "b" },
  ];
  const words = ["constant", "builtin:match", "--extra-eval-params", "samples_jsonl=-"];

  const { stderr, stdout } = await runCli(
    [...words, "--completion-args", "text=a", "--record-path", newLog()],
    { stdin: piecesOf(rows.map(line).join("")) },
  );

  expect(stderr).toContain("2 rows · 0 running · 0 errors · accuracy 0.5\n");
  expect(stdout).toMatch(/accuracy +0\.5/);
});

test("the log of a stream is scored again over a file of the same rows", async () => {
  const { root, path } = await judge(RIGHT + WRONG);
  const rows = join(root, "rows.jsonl");
  writeFileSync(rows, RIGHT + WRONG);

  const { exitCode, stdout } = await runCli(
    ["score", path, "--extra-eval-params", `samples_jsonl=${rows}`, "--record-path", newLog()],
    { cwd: root },
  );

  expect(exitCode).toBe(0);
  expect(stdout).toContain("2 of 2 scored");
});

test("a second run cannot read what the first has read", async () => {
  const root = metricsRegistry(EXACT, {});
  const stdin = Readable.from([RIGHT]);

  const { exitCode, stdout } = await runCli(
    ["none,none", "m", "--each", "--registry-path", root, "--dry-run"],
    { cwd: root, stdin },
  );

  expect(exitCode).toBe(2);
  expect(stdout).toContain("standard input was read before");
});

test("a check does not read standard input", async () => {
  const root = metricsRegistry(EXACT, {});

  const { exitCode, stdout } = await runCli(["check", "m", "--registry-path", root]);

  expect(exitCode).toBe(0);
  expect(stdout).toContain("a stream");
});
