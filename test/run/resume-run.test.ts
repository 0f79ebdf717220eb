import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CallContext, CompletionFn, CompletionResult } from "../../src/core/completion.ts";
import { CompletionError, describeError } from "../../src/core/errors.ts";
import { Eval, type SampleContext } from "../../src/core/eval.ts";
import type { EventLog } from "../../src/core/event-log.ts";
import { proportionReport, type Report } from "../../src/core/report.ts";
import { listRows } from "../../src/core/row-source.ts";
import { mean } from "../../src/core/statistics.ts";
import type { RunOptions } from "../../src/run/options.ts";
import { resumeRun } from "../../src/run/resume-run.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { logLines } from "../helpers/log-lines.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

/** Enough for a run to be killed in its middle. */
const ROWS = Array.from({ length: 200 }, (_, index) => ({ number: index }));

interface Row {
  readonly number: number;
}

/** Right when the answer is the number; draws to have something that must not depend on the order. */
class Count extends Eval<Row> {
  override async samples() {
    return listRows<Row>(ROWS, "rows");
  }

  override async evalSample({ number }: Row, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(String(number));
    ctx.record.match(text === String(number), { picked: text, drawn: ctx.random.random() });
  }

  /** Reads whole events again, as figures that need texts do. */
  override async summarize(log: EventLog): Promise<Report> {
    const drawn: number[] = [];
    for await (const { data } of log.events("match")) drawn.push((data as { drawn: number }).drawn);
    return {
      ...proportionReport(
        "accuracy",
        log.matches.map(({ correct }) => correct),
      ),
      events: drawn.length,
      drawn: mean(drawn.sort()),
    };
  }
}

const USAGE = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };

/** Answers with the number, wrongly for every seventh, and fails where it is told to. */
class Counting implements CompletionFn {
  readonly asked: string[] = [];
  readonly #failsFor: (call: CallContext) => unknown;

  constructor(failsFor: (call: CallContext) => unknown = () => undefined) {
    this.#failsFor = failsFor;
  }

  async complete(prompt: unknown, _: unknown, call: CallContext): Promise<CompletionResult> {
    this.asked.push(call.sampleId);
    const failure = this.#failsFor(call);
    if (failure) throw failure;
    const answer = Number(prompt) % 7 === 0 ? "no idea" : String(prompt);
    return { completions: [answer], usage: USAGE };
  }
}

function start(options: Partial<RunOptions> = {}) {
  const recordPath = options.recordPath ?? join(tempRegistry({}), "log.jsonl");
  const fn = (options.completionFns?.[0] as Counting | undefined) ?? new Counting();
  const run = runEval({ completionFns: [fn], eval: Count, concurrency: 4, ...options, recordPath });
  return run.then((result) => ({ ...result, asked: fn.asked, path: recordPath }));
}

function goOn(path: string, options: Partial<RunOptions> = {}) {
  return start({ recordPath: path, resume: path, ...options });
}

/** The log as it is when the process is killed after so many outcomes, of two events each. */
function killedAfter(path: string, outcomes: number, torn = ""): void {
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, 1 + 2 * outcomes).join("\n")}\n${torn}`);
}

/** What a report says of results, without times. */
function results(report: Report): Report {
  return Object.fromEntries(Object.entries(report).filter(([key]) => !key.startsWith("run/")));
}

async function failure(work: Promise<unknown>): Promise<string> {
  return describeError(
    await work.then(
      () => "nothing",
      (error) => error,
    ),
  );
}

test("R112: a run that was killed goes on where its log ends; the report is that of a run without a break", async () => {
  const whole = await start();
  const { path } = await start();
  killedAfter(path, 150, '{"run_id":"2611');

  const { report, asked } = await goOn(path);

  expect(results(report)).toEqual(results(whole.report));
  // Of the torn line nobody knows whether it belongs to the outcome before it.
  expect(asked).toHaveLength(51);
  expect(report).toMatchObject({ "samples/scored": 200, "samples/skipped": 0, events: 200 });
});

test("R112: what has a result is not asked again, nor in another order than by its id", async () => {
  const { path, asked: first } = await start();
  killedAfter(path, 150);
  const done = new Set(logLines(path).events.map(({ sample_id }) => sample_id));

  const { asked } = await goOn(path, { concurrency: 1 });

  expect(asked).toEqual(first.filter((id) => !done.has(id)));
  expect(asked).toHaveLength(50);
});

test("the log goes on in the same file: same run id, ids that go on, a resumed event, a new report", async () => {
  const { path, spec } = await start();
  killedAfter(path, 150);
  await goOn(path);

  const { events, report, spec: logged } = logLines(path);
  expect(logged).toEqual(spec);
  expect(new Set(events.map(({ run_id }) => run_id))).toEqual(new Set([spec.run_id]));
  expect(events.map(({ event_id }) => event_id)).toEqual([...events.keys()]);
  expect(events[300]).toMatchObject({
    type: "resumed",
    sample_id: null,
    data: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), done: 150, left: 50, failed: 0 },
  });
  expect(report).toMatchObject({ "samples/scored": 200 });
});

test("samples that failed are asked again, and count once", async () => {
  const broken = new Counting(({ sampleId }) =>
    /\d[05]$/.test(sampleId) ? new CompletionError("no answer") : undefined,
  );
  const first = await start({ completionFns: [broken] });
  expect(first.report).toMatchObject({ "samples/errors": 38, "samples/scored": 162 });

  const { report, asked, errors } = await goOn(first.path);

  const whole = await start();
  expect(results(report)).toEqual(results(whole.report));
  expect(asked).toHaveLength(38);
  expect(errors).toEqual([]);
});

test("samples that fail again are errors, once", async () => {
  const broken = () =>
    new Counting(({ sampleId }) => (/7$/.test(sampleId) ? new CompletionError("no") : undefined));
  const { path } = await start({ completionFns: [broken()] });

  const { report, errors, asked } = await goOn(path, { completionFns: [broken()] });

  expect(asked).toHaveLength(20);
  expect(report).toMatchObject({ "samples/errors": 20, "samples/scored": 180, events: 180 });
  expect(errors).toHaveLength(20);
});

test("a failed sample that a stopped session did not reach again is still an error", async () => {
  const broken = new Counting(() => new CompletionError("no answer"));
  const { path } = await start({ completionFns: [broken], maxSamples: 10 });

  const stopper = new AbortController();
  const { report, asked } = await goOn(path, {
    maxSamples: 10,
    signal: stopper.signal,
    observer: { resumed: () => stopper.abort("SIGINT") },
  });

  expect(asked).toEqual([]);
  expect(report).toMatchObject({ "samples/errors": 10, "samples/skipped": 0 });
});

test("tokens of all sessions are counted, of those too whose sample was done again", async () => {
  const stopper = new AbortController();
  const stopping = new Counting(({ sampleId }) => {
    if (stopping.asked.length === 60) stopper.abort("SIGINT");
    return /3$/.test(sampleId) ? new CompletionError("no answer") : undefined;
  });
  const first = await start({ completionFns: [stopping], signal: stopper.signal });
  const { asked, report } = await goOn(first.path);

  const paid = Number(first.report["usage_total_tokens"]) / 4 + asked.length;
  expect(first.report["samples/skipped"]).toBeGreaterThan(0);
  expect(report).toMatchObject({ usage_total_tokens: paid * 4, "samples/scored": 200 });
  expect(paid).toBe(200);
});

test("time, requests, retries and waits are those of all sessions together", async () => {
  const { path } = await start({ maxSamples: 20 });
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const costs = { "run/wall_s": 100, "run/wait_s": 40, "run/requests": 25, "run/retries": 5 };
  const { final_report, run_id } = JSON.parse(lines.at(-1) ?? "");
  const report = { ...final_report, ...costs, "samples/skipped": 10 };
  const half = [...lines.slice(0, 21), JSON.stringify({ final_report: report, run_id })];
  writeFileSync(path, `${half.join("\n")}\n`);

  const second = await goOn(path, { maxSamples: 20 });

  expect(second.report).toMatchObject({ ...costs, "run/wall_s": expect.any(Number) });
  expect(second.report["run/wall_s"]).toBeGreaterThanOrEqual(100);
  expect(logLines(path).events.find(({ type }) => type === "resumed")?.data).toMatchObject({
    wall_s: 100,
    wait_s: 40,
    requests: 25,
    retries: 5,
  });
});

test("of a session that was killed the time up to its last event counts, and the answers that came", async () => {
  const { path } = await start({ maxSamples: 4 });
  const [spec = "", ...events] = readFileSync(path, "utf8").split("\n");
  const at = (line: string, time: string) =>
    line.replace(/"created_at":"[^"]*"/, `"created_at":"2026-03-14 ${time}.000000"`);
  const lines = [at(spec, "10:00:00"), ...events.slice(0, 4).map((line) => at(line, "10:02:05"))];
  writeFileSync(path, `${lines.join("\n")}\n`);

  await goOn(path, { maxSamples: 4 });

  expect(logLines(path).events.find(({ type }) => type === "resumed")?.data).toMatchObject({
    done: 2,
    wall_s: 125,
    requests: 2,
  });
});

test("a run may be interrupted again and again", async () => {
  const whole = await start();
  const { path } = await start();
  killedAfter(path, 10);
  for (const until of [13, 30, 50]) {
    const stopper = new AbortController();
    const fn = new Counting(() => {
      if (fn.asked.length === until) stopper.abort("SIGINT");
      return undefined;
    });
    await goOn(path, { completionFns: [fn], signal: stopper.signal });
  }

  const { report } = await goOn(path);

  expect(results(report)).toEqual(results(whole.report));
  expect(logLines(path).events.filter(({ type }) => type === "resumed")).toHaveLength(4);
});

test("a log that is complete is only read: nothing is asked, nothing is written", async () => {
  const { path, report } = await start();
  const before = readFileSync(path, "utf8");

  const again = await goOn(path);

  expect(again.report).toEqual(JSON.parse(JSON.stringify(report)));
  expect(again).toMatchObject({ asked: [], resumed: { done: 200, left: 0 } });
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("a log that lacks nothing but its report gets it without a call", async () => {
  const { path, report } = await start();
  killedAfter(path, 200, '{"final_report":{"accura');

  const again = await goOn(path);

  expect(again.asked).toEqual([]);
  expect(results(again.report)).toEqual(results(report));
  expect(logLines(path).report).toMatchObject({ "samples/scored": 200 });
});

test("a report that later events have made old is made anew", async () => {
  const stopper = new AbortController();
  const fn = new Counting(() => void (fn.asked.length === 5 && stopper.abort("SIGINT")));
  const { path } = await start({ completionFns: [fn], signal: stopper.signal });
  await goOn(path);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  writeFileSync(path, `${lines.slice(0, -1).join("\n")}\n`);

  const { asked, report } = await goOn(path);

  expect(asked).toEqual([]);
  expect(report).toMatchObject({ "samples/scored": 200, "samples/skipped": 0 });
});

test("repeats go on one by one", async () => {
  const whole = await start({ repeats: 3, maxSamples: 10 });
  const { path } = await start({ repeats: 3, maxSamples: 10 });
  killedAfter(path, 17);

  const { report, asked } = await goOn(path, { repeats: 3, maxSamples: 10 });

  expect(asked).toHaveLength(13);
  expect(results(report)).toEqual(results(whole.report));
});

test("a repeat that failed is asked again, those of the same sample are not", async () => {
  const broken = new Counting(({ sampleId, repeat }) =>
    sampleId === "count.default.198" && repeat === 1 ? new CompletionError("no") : undefined,
  );
  const options = { repeats: 3, maxSamples: 200 };
  const first = await start({ completionFns: [broken], ...options });
  expect(first.report).toMatchObject({ "samples/errors": 1 });

  const { report, asked } = await goOn(first.path, options);

  expect(asked).toEqual(["count.default.198"]);
  expect(results(report)).toEqual(results((await start(options)).report));
});

test("a failure that would meet every sample leaves the log as it was when nothing was judged yet", async () => {
  const broken = () => new Counting(() => new CompletionError("no answer"));
  const { path } = await start({ completionFns: [broken()], maxSamples: 3 });
  const before = readFileSync(path, "utf8");
  const locked = new Counting(() => new CompletionError("wrong key", { kind: "fatal" }));

  const message = await failure(goOn(path, { completionFns: [locked], maxSamples: 3 }));

  expect(message).toContain("wrong key");
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("the log that --resume finds is the newest of the same function and eval", async () => {
  const recordFolder = tempRegistry({});
  const options = { completionFns: [new Counting()], eval: Count, recordFolder, maxSamples: 5 };
  const older = await runEval(options);
  const newer = await runEval(options);
  await runEval({ ...options, completionFns: [{ complete: async () => ({ completions: [] }) }] });
  killedAfter(newer.logPath ?? "", 2);

  const { logPath, resumed } = await runEval({ ...options, resume: true });

  expect(logPath).toBe(newer.logPath);
  expect(resumed).toEqual({ done: 2, left: 3 });
  expect(older.logPath).not.toBe(newer.logPath);
});

test("--resume without a log begins one, and says so", async () => {
  const recordFolder = join(tempRegistry({}), "none");
  const warnings: string[] = [];

  const { report, resumed } = await runEval({
    ...{ completionFns: [new Counting()], eval: Count, recordFolder, maxSamples: 5, resume: true },
    observer: { warned: (message) => warnings.push(message) },
  });

  expect(report).toMatchObject({ "samples/scored": 5 });
  expect(resumed).toBeUndefined();
  expect(warnings).toEqual([`there is no log to resume in ${recordFolder}: a new one is begun`]);
});

test("--resume with a record path goes on with that file, or begins it", async () => {
  const recordPath = join(tempRegistry({}), "mine.jsonl");
  const options = { recordPath, resume: true, maxSamples: 5 };
  await start(options);
  expect(existsSync(recordPath)).toBe(true);
  killedAfter(recordPath, 3);

  expect((await start(options)).asked).toHaveLength(2);
});

test("what the run is made of code is not resumed by a command", async () => {
  const { path } = await start({ maxSamples: 2 });
  killedAfter(path, 1);

  expect(await failure(resumeRun({ log: path }))).toBe(
    [
      "the run was made by code, with functions or classes that have no name",
      `  where: ${path}`,
      "  fix:   go on with it in the code: runEval({ …, resume: LOG })",
    ].join("\n"),
  );
});
