import { existsSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { startOaieval } from "../helpers/oaieval-process.ts";
import { rows, storyFolder } from "../helpers/story-flow.ts";

const LINES = 300;
const KILLS = 5;

test("a flow that is killed and resumed runs every line once and gives the report of one run", async () => {
  const cwd = storyFolder({
    "accuracy/grade.mjs": `
import { setTimeout } from "node:timers/promises";
export default async ({ groundtruth, prediction }) => {
  await setTimeout(4);
  return groundtruth === prediction ? "Correct" : "Incorrect";
};`,
    "data.jsonl": rows(
      Array.from({ length: LINES }, (_, index) => ({
        groundtruth: "a",
        prediction: index % 3 ? "a" : "b",
      })),
    ),
  });
  const log = join(cwd, "log.jsonl");
  const flow = ["flow", "accuracy", "--data", "data.jsonl", "--concurrency", "3", "--record-path"];
  for (let kill = 0; kill < KILLS; kill++) {
    const before = existsSync(log) ? statSync(log).size : 0;
    const child = startOaieval([...flow, log, "--resume"], { cwd });
    const check = () => {
      if (existsSync(log) && statSync(log).size > before + 12_000) child.kill("SIGKILL");
    };
    const watcher = watch(dirname(log), check);
    await child.exitCode;
    watcher.close();
  }

  const last = startOaieval(["resume", log], { cwd });

  expect(await last.exitCode, last.stderr).toBe(0);
  const { events, report } = logLines(log);
  // Right are two of three.
  expect(report).toMatchObject({ accuracy: 0.67, "samples/scored": LINES, "samples/errors": 0 });
  const lines = events.filter(({ type }) => type === "flow_line");
  expect(new Set(lines.map(({ sample_id }) => sample_id)).size).toBe(LINES);
  expect(lines).toHaveLength(LINES);
  const aggregation = events.findLast(({ type }) => type === "aggregation");
  expect(Object(aggregation?.data).output).toHaveLength(LINES);
}, 60_000);

test("a flow whose code has changed is another run, and is not resumed", async () => {
  const cwd = storyFolder({ "data.jsonl": rows([{ groundtruth: "a", prediction: "throw" }]) });
  const first = startOaieval(
    ["flow", "accuracy", "--data", "data.jsonl", "--record-path", "log.jsonl"],
    { cwd },
  );
  expect(await first.exitCode).toBe(1);
  const { writeFileSync } = await import("node:fs");
  writeFileSync(join(cwd, "accuracy/grade.mjs"), 'export default () => "Correct";');

  const again = startOaieval(["resume", "log.jsonl"], { cwd });

  expect(await again.exitCode).toBe(2);
  expect(again.stderr).toContain("flow.sha256");
}, 30_000);
