import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { questions } from "../helpers/tiny-registry.ts";

/** Answers one question rightly, one wrongly, and fails at one. */
const MIXED = `
export class Mixed {
  complete(prompt) {
    if (prompt === "Question 1?") throw new Error("out of luck");
    return prompt === "Question 2?" ? "B, of course" : "A";
  }
}
`;

async function mixedRun(count = 3) {
  const { root } = await runTiny(["./mixed.ts:Mixed", "t-match"], {
    rows: questions(count),
    files: { "mixed.ts": MIXED },
    env: { EVALS_SEQUENTIAL: "1" },
  });
  return {
    root,
    log: join(root, "log.jsonl"),
    show: (...flags: string[]) => runCli(["show", "log.jsonl", ...flags], { cwd: root }),
  };
}

test("the report, then what failed, each with prompt, answer, expected and why", async () => {
  const { show } = await mixedRun();

  const { exitCode, stdout } = await show();

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^t-match\.dev\.v0 {2}asks \.\/mixed\.ts:Mixed/);
  expect(stdout).toMatch(/^accuracy +0\.5 /m);
  expect(stdout).toContain("2 of 3 scored · 1 error");
  expect(stdout).toContain(
    [
      "✗ t-match.dev.2  the answer does not start with any expected value",
      "  prompt    Question 2?",
      "  answer    B, of course",
      "  expected  A",
    ].join("\n"),
  );
  expect(stdout).toMatch(/^✗ t-match\.dev\.1 {2}Error: out of luck$/m);
  expect(stdout).toMatch(/^ {2}error +Error: out of luck$/m);
  expect(stdout).not.toContain("t-match.dev.0");
  expect(stdout).toMatch(/^1 of 3 is wrong, 1 has an error$/m);
});

test("--all lists the right answers too", async () => {
  const { stdout } = await (await mixedRun()).show("--all");

  expect(stdout).toContain("✓ t-match.dev.0");
  expect(stdout).toContain("✗ t-match.dev.2");
  expect(stdout).toContain("3 samples");
});

test("--max says how many there are, and how to see them", async () => {
  const { stdout } = await (await mixedRun()).show("--max", "1");

  expect(stdout.match(/^✗/gm)).toHaveLength(1);
  expect(stdout).toMatch(/^1 of 3 is wrong, 1 has an error; 1 listed here, all with --max 2$/m);
});

test("twenty are listed unless --max says otherwise", async () => {
  const { root } = await runTiny(["dummy", "t-match"], { rows: questions(30) });

  const { stdout } = await runCli(["show", "log.jsonl"], { cwd: root });

  expect(stdout.match(/^✗/gm)).toHaveLength(20);
  expect(stdout).toMatch(/^30 of 30 are wrong; 20 listed here, all with --max 30$/m);
});

test("where nothing was judged, only errors are counted", async () => {
  const { root } = await runTiny(["./mixed.ts:Mixed", "t-match"], {
    rows: questions(3),
    files: { "mixed.ts": MIXED.replace('prompt === "Question 1?"', 'prompt !== "Question 0?"') },
  });

  const { stdout } = await runCli(["show", "log.jsonl"], { cwd: root });

  expect(stdout).toMatch(/^2 of 3 have errors$/m);
});

test("a run without a fault says so", async () => {
  const { root } = await runTiny(["oracle", "t-match"]);

  const { stdout } = await runCli(["show", "log.jsonl"], { cwd: root });

  expect(stdout).toMatch(/^none of 4 is wrong or has an error$/m);
});

test("the gates that the run was begun with, and whether the report meets them", async () => {
  const gates = ["--gate", "accuracy >= 0.9", "--gate", "errors <= 1%"];
  const { root } = await runTiny(["dummy", "t-match", ...gates]);

  const { exitCode, stdout } = await runCli(["show", "log.jsonl"], { cwd: root });

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^NOT MET +accuracy >= 0\.9 +0$/m);
  expect(stdout).toMatch(/^met +errors <= 1% +0$/m);
  expect(stdout).toMatch(/^ {2}accuracy is 0; the gate is accuracy >= 0\.9$/m);
  expect(stdout).toContain("verdict  failed: 1 of 2 gates are not met");
});

test("R87: a figure without a gate is a figure, and nothing says that it passed", async () => {
  const { root, stdout: ran, exitCode } = await runTiny(["dummy", "t-match"]);

  const { stdout: shown } = await runCli(["show", "log.jsonl"], { cwd: root });

  expect(exitCode).toBe(0);
  for (const stdout of [ran, shown]) {
    expect(stdout).toMatch(/^accuracy +0 /m);
    expect(stdout).not.toMatch(/pass|\bmet\b|verdict|gate/i);
  }
});

test("--metrics is the report as JSON and nothing else", async () => {
  const { log, show } = await mixedRun();
  const last = readFileSync(log, "utf8").trimEnd().split("\n").at(-1) ?? "";

  const { stdout } = await show("--metrics");

  expect(JSON.parse(stdout)).toEqual(JSON.parse(last).final_report);
});

test("--csv writes one row per sample", async () => {
  const { root, show } = await mixedRun();

  await show("--csv", "out/samples.csv");

  const [head, ...rows] = readFileSync(join(root, "out/samples.csv"), "utf8").trim().split("\r\n");
  expect(head).toBe("sample_id,repeat,prompt,answer,expected,picked,correct,failed,error,why");
  expect(rows).toHaveLength(3);
  expect(rows).toContain("t-match.dev.0,,Question 0?,A,A,A,true,false,,");
});

test("a log whose run was killed shows what it has", async () => {
  const { log, show } = await mixedRun();
  const lines = readFileSync(log, "utf8").split("\n");
  writeFileSync(log, `${lines.slice(0, -2).join("\n")}\n{"run_id": "2611`);

  const { exitCode, stdout } = await show("--all");

  expect(exitCode).toBe(0);
  expect(stdout).toContain("no report: the run did not end");
  expect(stdout).toContain("the last line was cut short and is left out");
  expect(stdout).toContain("3 samples");
});

test("a log that is broken in the middle is refused with its line", async () => {
  const { log, show } = await mixedRun();
  const lines = readFileSync(log, "utf8").split("\n");
  lines[2] = `${lines[2]?.slice(0, 40)}`;
  writeFileSync(log, lines.join("\n"));

  const { exitCode, stderr } = await show();

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${log}:3`);
});

test.each([
  ["a file that is not there", "nowhere.jsonl", "nowhere.jsonl"],
  ["a folder", "data", "data"],
  ["data that is no log", "data/tiny.jsonl", "not the log of a run"],
  ["an empty file", "empty.jsonl", "empty"],
])("%s is refused in one message", async (_, path, message) => {
  const { root } = await runTiny(["oracle", "t-match"], { files: { "empty.jsonl": "" } });

  const { exitCode, stderr, stdout } = await runCli(["show", path], { cwd: root });

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("");
});

test("R45: text in any script is shown and logged as it is", async () => {
  const answer = "東京 🗼 Москва";
  const { root } = await runTiny(["constant", "t-match", "--completion_args", `text=${answer}`]);

  const { stdout } = await runCli(["show", "log.jsonl"], { cwd: root });

  expect(stdout).toContain(answer);
  expect(readFileSync(join(root, "log.jsonl"), "utf8")).toContain(answer);
});

test("an answer cannot steer the terminal", async () => {
  const { root } = await runTiny(["./evil.ts:Evil", "t-match"], {
    files: {
      "evil.ts": String.raw`export class Evil { complete() { return "\u001b[2J\u0007gone\u202eevil"; } }`,
    },
  });

  const { stdout } = await runCli(["show", "log.jsonl"], { cwd: root });

  for (const sign of ["\u001b", "\u0007", "\u202e"]) expect(stdout).not.toContain(sign);
  expect(stdout).toContain("gone");
});
