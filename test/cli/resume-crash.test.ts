import { existsSync, readFileSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { PythonRandom } from "../../src/core/random.ts";
import type { Report } from "../../src/core/report.ts";
import { logLines } from "../helpers/log-lines.ts";
import { type OaievalProcess, startOaieval } from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

const KILLS = 20;
const SAMPLES = 400;

/** Kills a process as soon as a file has this size; it may end before. */
async function killAtSize(child: OaievalProcess, path: string, size: number): Promise<void> {
  const check = () => {
    if (existsSync(path) && statSync(path).size >= size) child.kill("SIGKILL");
  };
  const watcher = watch(dirname(path), check);
  check();
  await child.exitCode;
  watcher.close();
}

/** What a report says of results, without what a break costs. */
function results(report: Report | undefined): Report {
  const entries = Object.entries(report ?? {});
  return Object.fromEntries(entries.filter(([key]) => !key.startsWith("run/")));
}

/** How often each sample counts, by the rule that after a break the last outcome does. */
function lastOutcomes(events: readonly Event[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { sample_id, type } of events) {
    if (type === "match") counts.set(sample_id ?? "", (counts.get(sample_id ?? "") ?? 0) + 1);
  }
  return counts;
}

test("R112: killed at 20 random moments and resumed, every sample is judged exactly once", async () => {
  const root = tinyRegistry({ rows: questions(SAMPLES) });
  const log = join(root, "log.jsonl");
  const [argv, slow] = [
    ["--registry-path", root],
    ["--completion-args", "accuracy=0.7,latency_ms=4"],
  ];
  const run = ["oracle", "t-match", ...argv, ...slow, "--concurrency", "3", "--record-path"];
  const random = new PythonRandom("kill");
  const whole = startOaieval([...run, join(root, "whole.jsonl")], { cwd: root });
  expect(await whole.exitCode).toBe(0);
  const { size } = statSync(join(root, "whole.jsonl"));

  for (let kill = 0; kill < KILLS; kill++) {
    const before = existsSync(log) ? statSync(log).size : 0;
    const child = startOaieval([...run, log, "--resume"], { cwd: root });
    await killAtSize(child, log, before + random.below(Math.floor((2 * size) / KILLS)));
  }
  const last = startOaieval(["resume", log], { cwd: root });

  expect(await last.exitCode).toBe(0);
  const { events, report } = logLines(log);
  expect(results(report)).toEqual(results(logLines(join(root, "whole.jsonl")).report));
  expect(report).toMatchObject({ "samples/scored": SAMPLES, "samples/errors": 0 });
  expect([...lastOutcomes(events).values()]).toEqual(Array(SAMPLES).fill(1));
  expect(events.map(({ event_id }) => event_id)).toEqual([...events.keys()]);
  expect(events.filter(({ type }) => type === "resumed").length).toBeGreaterThan(5);
  expect(readFileSync(log, "utf8").endsWith("\n")).toBe(true);
}, 120_000);
