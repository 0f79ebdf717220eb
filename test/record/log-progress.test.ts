import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { readProgress } from "../../src/record/log-progress.ts";
import { event, SPEC } from "./log-data.ts";
import { runScript } from "./run-script.ts";
import { logFile, tempFolder } from "./temp-log.ts";

const USAGE = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };

/** A log of these events, numbered from 0. */
function log(...drafts: readonly Partial<Event>[]): string {
  const events = drafts.map((fields, event_id) => event({ event_id, ...fields }));
  return logFile([{ spec: SPEC }, ...events]);
}

const asked = (sample_id: string) => ({ sample_id, type: "sampling", data: { usage: USAGE } });
const right = (sample_id: string) => ({ sample_id, data: { correct: true } });
const wrong = (sample_id: string) => ({ sample_id, data: { correct: false } });
const failed = (sample_id: string) => ({
  sample_id,
  type: "error",
  data: { type: "CompletionError", message: "no answer" },
});
const resumed = {
  sample_id: null,
  type: "resumed",
  data: {},
  created_at: "2026-03-15 09:00:00+00:00",
};

test("what has a result is done; what failed or is missing is not", async () => {
  const progress = await readProgress(log(asked("s.0"), right("s.0"), asked("s.1"), failed("s.1")));

  expect([0, 1, 2].map((index) => progress.isDone(`s.${index}`, undefined))).toEqual([
    true,
    false,
    false,
  ]);
  expect(progress.tally).toMatchObject({ total: 2, failed: 1 });
  expect(progress.nextEventId).toBe(4);
});

test("of a sample that was done again the last result counts, and the tokens of all calls", async () => {
  const progress = await readProgress(
    log(
      ...[asked("s.0"), failed("s.0"), asked("s.1"), wrong("s.1")],
      ...[resumed, asked("s.0"), right("s.0")],
    ),
  );

  expect(progress.tally).toMatchObject({ total: 2, failed: 0, errors: [] });
  expect(progress.tally.matches).toEqual([
    { sampleId: "s.1", correct: false },
    { sampleId: "s.0", correct: true },
  ]);
  expect(progress.tally.usage.report()).toMatchObject({ usage_total_tokens: 21 });
});

test("a sample that is done again after it failed counts once", async () => {
  const { tally } = await readProgress(log(failed("s.0")));

  tally.add({ sampleId: "s.0", events: [{ type: "match", data: { correct: true } }] });

  expect(tally).toMatchObject({ total: 1, failed: 0, errors: [] });
  expect(tally.matches).toEqual([{ sampleId: "s.0", correct: true }]);
});

test("repeats are done one by one", async () => {
  const progress = await readProgress(log({ ...right("s.0"), repeat: 1 }));

  expect(progress.isDone("s.0", 1)).toBe(true);
  expect(progress.isDone("s.0", 0)).toBe(false);
  expect(progress.isDone("s.0", undefined)).toBe(false);
});

test("the last report is told from one that was followed by more", async () => {
  const report = { final_report: {}, run_id: SPEC.run_id };
  const whole = logFile([{ spec: SPEC }, event(), report]);
  const continued = logFile([{ spec: SPEC }, event(), report, event({ ...resumed, event_id: 1 })]);

  expect((await readProgress(whole)).isReported).toBe(true);
  expect(await readProgress(continued)).toMatchObject({
    isReported: false,
    lastEventAt: resumed.created_at,
    lastResumed: { event_id: 1 },
  });
});

test("a log with nothing but its spec has everything before it", async () => {
  expect(await readProgress(logFile([{ spec: SPEC }]))).toMatchObject({
    nextEventId: 0,
    lastEventAt: undefined,
    lastResumed: undefined,
    isReported: false,
    tally: { total: 0, failed: 0 },
  });
});

test("R117: a log that is larger than the memory is gone on with", async () => {
  const path = join(tempFolder(), "log.jsonl");

  const { code, output } = await runScript(new URL("continue-large.ts", import.meta.url), [path], {
    largestHeap: 64,
  });

  expect(output).toBe("120 samples, 120 matches, 777\n");
  expect(code).toBe(0);
});
